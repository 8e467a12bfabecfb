/// Converts UTF-16 text, which PowerShell writes when it redirects output, to bytes. The formats of
/// recordings use only ASCII. Text without a byte order mark at its start is not changed.
struct WideText {
    private enum Order {
        case unknown, littleEndian, bigEndian, narrow
    }

    private var order = Order.unknown
    /// The first byte of an incomplete pair.
    private var first: UInt8?

    /// Returns the bytes of a chunk of text; nil when the chunk needs no conversion.
    mutating func narrow(_ piece: Span<UInt8>) -> [UInt8]? {
        if order == .narrow { return nil }
        var bytes: [UInt8] = []
        for index in piece.indices {
            guard let first else {
                self.first = piece[index]
                continue
            }
            let second = piece[index]
            self.first = nil
            switch order {
            case .unknown:
                guard let found = Self.order(first, second) else {
                    order = .narrow
                    return [first] + (index..<piece.count).map { piece[$0] }
                }
                order = found
            case .littleEndian: bytes.append(second == 0 ? first : UInt8(ascii: "?"))
            case .bigEndian: bytes.append(first == 0 ? second : UInt8(ascii: "?"))
            case .narrow: break
            }
        }
        return bytes
    }

    /// Returns the remaining bytes of a text of one byte.
    mutating func finish() -> [UInt8] {
        defer { first = nil }
        return order == .unknown ? [first].compactMap(\.self) : []
    }

    /// Returns the byte order that the first two bytes mark; nil for no mark.
    private static func order(_ first: UInt8, _ second: UInt8) -> Order? {
        switch (first, second) {
        case (0xFF, 0xFE): .littleEndian
        case (0xFE, 0xFF): .bigEndian
        default: nil
        }
    }
}
