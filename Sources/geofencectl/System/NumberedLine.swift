internal import ControlProtocol

/// A line of a file with its place in it.
struct NumberedLine {
    /// Counted from 1, empty lines included, as editors count.
    let number: Int
    /// What the line says.
    let item: LineSplitter.Item
}
