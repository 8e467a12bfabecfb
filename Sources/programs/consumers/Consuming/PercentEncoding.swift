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
}
