/// The maximum nesting, more than any message of gpsd or of this protocol has. It is checked before
/// parsing, so that no line can exhaust the parser's stack.
let maximumJSONDepth = 16

/// Whether the brackets of JSON text nest no deeper than ``maximumJSONDepth``.
func isShallowJSON(_ text: [UInt8]) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            if depth > maximumJSONDepth { return false }
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }
    return true
}
