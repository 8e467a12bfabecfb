internal import JSONText

/// A line of a file with its number.
struct NumberedLine {
    /// The number of the line, from 1; empty lines count.
    let number: Int
    /// The content of the line.
    let item: LineSplitter.Item
}
