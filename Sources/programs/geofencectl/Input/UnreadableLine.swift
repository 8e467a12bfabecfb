/// The reason why an input line is not usable.
struct UnreadableLine: Error {
    /// The end of a sentence that begins with the line.
    let reason: String
}
