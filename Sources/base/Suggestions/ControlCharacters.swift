extension String {
    /// Whether the text has a control character (C0, DEL or C1).
    public var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }

    /// Returns the text with a space in place of each control character (C0, DEL and C1): text from
    /// outside must not move the cursor of a terminal or begin a line of a log.
    ///
    /// - Parameter allowed: control characters that are not replaced.
    public func withoutControls(except allowed: Set<Unicode.Scalar> = []) -> String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isControl && !allowed.contains(scalar)
        }
        guard unicodeScalars.contains(where: isRefused) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { isRefused($0) ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    /// Whether this is of the general category Cc, which never changes.
    fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
