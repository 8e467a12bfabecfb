/// Finds what the parser must not be given: toml++ 3.3 makes a table for every dot of a key and
/// frees them recursively, so that a line of a million dots exhausts the stack, and runs into
/// undefined behaviour on letters beyond ASCII outside of strings, which TOML forbids there.
///
/// Follows strings and comments by the rules of TOML 1.0. A quote where no string can begin is a
/// fault, so that text which is no TOML cannot make it take for a string what the parser does not.
enum TOMLPrecheck {
    /// Dots in one key. Ours have two.
    static let maximumKeyDots = 16

    /// What may stand before a string, but for space.
    private static let stringOpeners = Array("\n=,[{.".utf8)

    /// The first such place, or nil.
    static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> TOMLDocument.Fault? {
        // A byte order mark may begin the text.
        var index = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 1
        var lineStart = index
        var dots = 0
        // The last byte of the line that is not space; a line feed at its beginning.
        var previous = UInt8(ascii: "\n")
        func fault(_ reason: String) -> TOMLDocument.Fault {
            TOMLDocument.Fault(
                place: .init(line: line, column: index - lineStart + 1), reason: reason)
        }
        while index < bytes.count {
            let byte = unsafe bytes[index]
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                lineStart = index + 1
                dots = 0
            case UInt8(ascii: "."):
                dots += 1
                if dots > maximumKeyDots {
                    return fault("a key has more than \(maximumKeyDots) dots")
                }
            case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["):
                dots = 0
            case UInt8(ascii: "#"):
                while index + 1 < bytes.count, unsafe bytes[index + 1] != UInt8(ascii: "\n") {
                    index += 1
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard stringOpeners.contains(previous) else {
                    return fault("a string cannot begin here")
                }
                let end = unsafe endOfString(in: bytes, from: index)
                for inside in index..<end where unsafe bytes[inside] == UInt8(ascii: "\n") {
                    line += 1
                    lineStart = inside + 1
                }
                previous = byte
                index = end
                continue
            case 0x80...:
                return fault("only strings and comments may have letters beyond ASCII; add quotes")
            default: break
            }
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { previous = byte }
            index += 1
        }
        return nil
    }
}

/// The index behind the closing quotes of the string that begins at `start`.
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
            // Up to two quotes may stand directly before the closing three.
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
