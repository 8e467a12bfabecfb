/// Finds keys that must not reach the parser: toml++ 3.3 creates a table for every dot of a key and
/// frees the tables recursively, so that a key with a million dots exhausts the stack. A stack of 8
/// MiB ends at 58,000 dots (6,000 in a debug build), one of 512 KiB at 3,500 (300); a configuration
/// of 4 MiB has room for two million. A limit of dots per line would not need to track strings and
/// comments, but would refuse long rows of dots in both.
///
/// Tracks strings and comments by the rules of TOML 1.0. Invalid TOML may confuse it, but only
/// after the position where the parser stops.
enum TOMLPrecheck {
    /// The maximum number of dots in one key. The configuration needs two.
    static let maximumKeyDots = 16

    /// Returns the first key with too many dots as a fault; nil without one.
    static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> TOMLDocument.Fault? {
        var index = 0
        var line = 1
        var lineStart = 0
        var dots = 0
        while index < bytes.count {
            switch unsafe bytes[index] {
            case UInt8(ascii: "\n"):
                line += 1
                lineStart = index + 1
                dots = 0
            case UInt8(ascii: "."):
                dots += 1
                if dots > maximumKeyDots {
                    return TOMLDocument.Fault(
                        place: .init(line: line, column: index - lineStart + 1),
                        reason: "a key has more than \(maximumKeyDots) dots")
                }
            case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["):
                dots = 0
            case UInt8(ascii: "#"):
                while index + 1 < bytes.count, unsafe bytes[index + 1] != UInt8(ascii: "\n") {
                    index += 1
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = unsafe endOfString(in: bytes, from: index)
                for inside in index..<end where unsafe bytes[inside] == UInt8(ascii: "\n") {
                    line += 1
                    lineStart = inside + 1
                }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return nil
    }
}

/// Returns the index after the closing quotes of the string that begins at `start`.
private func endOfString(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let quote = unsafe bytes[start]
    func isByte(_ byte: UInt8, _ index: Int) -> Bool {
        unsafe index < bytes.count && bytes[index] == byte
    }
    func isQuote(_ index: Int) -> Bool { isByte(quote, index) }
    let isMultiline = isQuote(start + 1) && isQuote(start + 2)
    var index = start + (isMultiline ? 3 : 1)
    while index < bytes.count {
        if isByte(UInt8(ascii: "\\"), index), quote == UInt8(ascii: "\"") {
            index += 2
        } else if isMultiline, isQuote(index), isQuote(index + 1), isQuote(index + 2) {
            index += 3
            // One or two quotes of the content may directly precede the closing three.
            while isQuote(index) { index += 1 }
            return index
        } else if !isMultiline, isQuote(index) || isByte(UInt8(ascii: "\n"), index) {
            return index + 1
        } else {
            index += 1
        }
    }
    return bytes.count
}
