/// Sizes in text for people.
enum SizeText {
    /// `12.3 MiB`.
    static func mebibytes(_ bytes: some BinaryInteger) -> String {
        decimal(Double(bytes) / 1_048_576, 1) + " MiB"
    }
}
