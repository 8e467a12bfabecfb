/// Text as in a URL.
public enum PercentEncoding {
    /// The text of UTF-8 bytes, with `%XX` for each byte that is not plain.
    public static func text(
        _ bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool
    ) -> String {
        var encoded: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) {
                encoded.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += ("%" + (byte < 16 ? "0" : "") + digits).utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// A text that MQTT and CloudEvents accept: each control character and noncharacter as `%XX` of its bytes.
    ///
    /// - Parameter others: further ASCII characters that are written so.
    public static func validText(_ text: String, without others: String = "") -> String {
        text.unicodeScalars.reduce(into: "") { valid, scalar in
            if scalar.isForbidden || others.unicodeScalars.contains(scalar) {
                valid += Self.text(String(scalar).utf8) { _ in false }
            } else {
                valid.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether MQTT and CloudEvents accept every character of a text.
    public static func isValid(_ text: String) -> Bool {
        !text.unicodeScalars.contains(where: \.isForbidden)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character or a noncharacter, which MQTT 5 (1.5.4) and CloudEvents 1.0.2 (3.1)
    /// leave out of their texts.
    fileprivate var isForbidden: Bool {
        value < 0x20 || 0x7F...0x9F ~= value || value & 0xFFFE == 0xFFFE
            || 0xFDD0...0xFDEF ~= value
    }
}
