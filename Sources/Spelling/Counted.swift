/// A number of things as people read it: `1 fence`, `3 fences`.
///
/// - Parameter things: what several are called, where an s is not enough.
public func counted(
    _ number: some BinaryInteger, _ thing: String, _ things: String? = nil
) -> String {
    "\(number) \(number == 1 ? thing : things ?? thing + "s")"
}
