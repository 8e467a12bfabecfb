import Synchronization

/// Inserts JSON texts into an encoded line. The encoder of FoundationEssentials cannot write a text
/// verbatim, so it writes a placeholder string, which is replaced afterwards.
final class JSONSplices: Sendable {
    /// The key under which an encoder finds the splices.
    static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "JSONSplices") else {
            preconditionFailure("any string is a valid key")
        }
        return key
    }()
    /// The prefix of the placeholders. Each process draws it at random and never writes it out, so
    /// no text of a client or a file can contain it.
    private static let mark: [UInt8] = {
        let halves = [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)]
        return [tilde] + Array(halves.map { String($0, radix: 36) }.joined().utf8)
    }()
    private static let tilde = UInt8(ascii: "~")
    private static let quote = UInt8(ascii: "\"")

    private let texts = Mutex<[RawJSON]>([])

    /// Adds a text and returns its placeholder string.
    func place(for text: RawJSON) -> String {
        texts.withLock { texts in
            texts.append(text)
            return String(decoding: Self.mark, as: UTF8.self) + "\(texts.count - 1)"
        }
    }

    /// Returns the encoded line with every placeholder replaced.
    func filled(_ line: [UInt8]) -> [UInt8] {
        let texts = texts.withLock(\.self)
        guard !texts.isEmpty else { return line }
        var filled: [UInt8] = []
        filled.reserveCapacity(texts.reduce(line.count) { $0 + $1.bytes.count })
        var (copied, position) = (0, 1)
        while position < line.count {
            guard line[position] == Self.tilde, line[position - 1] == Self.quote,
                line[position...].starts(with: Self.mark)
            else {
                position += 1
                continue
            }
            filled += line[copied..<position - 1]
            position += Self.mark.count
            var number = 0
            while line[position] != Self.quote {
                number = number * 10 + Int(line[position] - UInt8(ascii: "0"))
                position += 1
            }
            filled += texts[number].bytes
            position += 1
            copied = position
        }
        return filled + line[copied...]
    }
}
