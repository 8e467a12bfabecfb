internal import JSONText

/// A line of a file with its number.
struct NumberedLine {
    /// Counted from 1, empty lines included, as editors count.
    let number: Int
    /// The content of the line.
    let item: LineSplitter.Item
}
