extension String {
    /// The text with a space in place of each control character (C0, DEL and C1): text from outside must not
    /// move the cursor of a terminal or begin a line of a log.
    ///
    /// - Parameter allowed: control characters that stay.
    public func withoutControls(except allowed: Set<Unicode.Scalar> = []) -> String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool {
            (scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value) && !allowed.contains(scalar)
        }
        guard unicodeScalars.contains(where: isRefused) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { isRefused($0) ? " " : $0 }))
    }
}
