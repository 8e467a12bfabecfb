/// Why a line of the input gives nothing.
struct UnreadableLine: Error {
    /// The end of a sentence that begins with the line.
    let reason: String
}
