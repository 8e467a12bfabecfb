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

    /// Every event.
    var events: String { base + "/events" }
    /// `online` or `offline`.
    var status: String { base + "/status" }
    /// Where the device is.
    var position: String { base + "/position" }
    /// The topics of all fences, as a pattern.
    var allFences: String { base + "/fence/#" }
    /// The state of a fence.
    func fence(_ monitor: String, _ fence: String) -> String {
        "\(base)/fence/\(Self.level(monitor))/\(Self.level(fence))"
    }
    /// The events of a monitor in the form of Home Assistant.
    func homeAssistant(_ monitor: String) -> String { "\(base)/ha/\(Self.level(monitor))" }

    /// Where OwnTracks expects the positions of the device.
    func ownTracks(_ ownTracks: MQTTSettings.OwnTracks) -> String {
        "owntracks/\(ownTracks.user)/\(device)"
    }

    /// One level of a topic: what MQTT or people would take for something else is written as in a URL. Brokers
    /// take 65,535 bytes; a name is cut where it would make a topic longer than 256.
    static func level(_ name: String) -> String {
        PercentEncoding.text(name.utf8.prefix(128)) { byte in
            byte >= 0x80 || byte > 0x20 && byte != 0x7F && !"/+#%$".utf8.contains(byte)
        }
    }

    /// A name for ids of Home Assistant: letters, digits, `_` and `-`; anything else becomes `_`, and a short sum
    /// keeps names apart that differ in such characters alone.
    static func word(_ name: String) -> String {
        let word = String(
            name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
        guard word != name.replacing("_", with: "_") else { return word }
        var sum: UInt32 = 2_166_136_261
        for byte in name.utf8 { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        return word + "_" + String(sum, radix: 16)
    }
}
