/// A number of things as people read it: `1 fence`, `3 fences`.
func counted(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
}
