/// The comment of a recording: the lines at its start that begin with `#`. They often quote
/// sentences, which are not part of the recording.
struct RecordingStory {
    private var isOver = false
    private var isAtLineStart = true

    /// Returns the number of leading bytes of the chunk that belong to the comment.
    mutating func length(in bytes: Span<UInt8>) -> Int {
        if isOver { return 0 }
        for index in bytes.indices {
            let byte = bytes[index]
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if isAtLineStart, byte != UInt8(ascii: "#"), !isLineEnd {
                isOver = true
                return index
            }
            isAtLineStart = isLineEnd
        }
        return bytes.count
    }
}
