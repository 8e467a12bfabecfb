internal import Consuming

/// The topics of one device.
struct Topics {
    private let base: String
    private let device: String

    /// The topics below a prefix.
    init(_ settings: MQTTSettings) {
        device = Self.level(settings.device)
        base = "\(settings.prefix)/\(device)"
    }

    /// The topic of every event.
    var events: String { base + "/events" }
    /// The topic of `online` and `offline`.
    var status: String { base + "/status" }
    /// The topic of the position.
    var position: String { base + "/position" }
    /// The beginning of the topics of all fences.
    var fences: String { base + "/fence/" }
    /// The topic of the state of a fence.
    func fence(_ monitor: String, _ fence: String) -> String {
        "\(fences)\(Self.level(monitor))/\(Self.level(fence))"
    }
    /// The topic of the events of a monitor for Home Assistant.
    func homeAssistant(_ monitor: String) -> String { "\(base)/ha/\(Self.level(monitor))" }

    /// The topic where OwnTracks expects the positions of the device.
    func ownTracks(_ ownTracks: MQTTSettings.OwnTracks) -> String {
        "owntracks/\(ownTracks.user)/\(device)"
    }

    /// The bytes of a name in a topic: AWS accepts topics of 256 bytes, and two names may be in one.
    private static let level_bytes = 128

    /// One level of a topic. A character that has a meaning in topics, or that MQTT refuses, is written as in a URL. A
    /// name that is too long ends in its digest, so that the topics of different names differ.
    static func level(_ name: String) -> String {
        guard name.utf8.count > level_bytes else {
            return PercentEncoding.validText(name, without: forbidden)
        }
        let digest = "~" + digest(name)
        var start = ""
        for character in name {
            guard start.utf8.count + character.utf8.count + digest.utf8.count <= level_bytes
            else { break }
            start.append(character)
        }
        return PercentEncoding.validText(start, without: forbidden) + digest
    }
    private static let forbidden = " /+#%$"

    /// A name for ids of Home Assistant: letters, digits, `_` and `-`. Any other character becomes `_`, and the digest
    /// of the name distinguishes names that differ only in such characters.
    static func word(_ name: String) -> String {
        let word = String(
            name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
        return word == name ? word : word + "_" + digest(name)
    }

    /// 16 hexadecimal digits made of a name (FNV-1a, 64 bits).
    private static func digest(_ name: String) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
