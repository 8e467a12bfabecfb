/// Returns a count with its noun: `1 fence`, `3 fences`.
///
/// - Parameter things: the plural, where appending an s is not enough.
public func counted(
    _ number: some BinaryInteger, _ thing: String, _ things: String? = nil
) -> String {
    "\(number) \(number == 1 ? thing : things ?? thing + "s")"
}
