internal import Consuming

/// The checked parts of a URL.
struct EndpointURL: Hashable {
    var isEncrypted: Bool
    /// Without the brackets of an IPv6 address.
    var host: String

    /// Reads the parts; nil for a text that is no URL of http or https with a host, and for a URL with a user.
    init?(_ text: String) {
        isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"\\\"#<>^`{|}".utf8.contains($0) })
        else { return nil }
        let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?".contains($0) }
        var name = authority
        // A colon within brackets belongs to an IPv6 address.
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            let port = authority[authority.index(after: colon)...]
            guard let number = Int(port), 1...65_535 ~= number else { return nil }
            name = authority[..<colon]
        }
        if name.hasPrefix("["), name.hasSuffix("]") {
            name = name.dropFirst().dropLast()
            guard !name.isEmpty, name.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else { return nil }
        } else {
            guard !name.isEmpty,
                name.allSatisfy({ $0.isLetter || $0.isNumber || ".-_".contains($0) })
            else { return nil }
        }
        host = String(name)
    }

    /// Whether the host is always this machine.
    var isLoopback: Bool { host.isLoopbackHost }
}

/// Texts in headers.
enum EscapedText {
    /// The value of a header, as CloudEvents writes it over HTTP.
    static func header(_ text: String) -> String {
        PercentEncoding.text(text.utf8) {
            0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "%")
        }
    }
}
