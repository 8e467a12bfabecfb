import ConfigurationText
import ConsumerFrame
import Testing

@testable import MQTTConsumer

@Suite struct SettingsTests {
    private func problems(_ text: String) -> [String] {
        do throws(UnusableSettings) {
            _ = try TableReader.read(text: text, file: "m.toml") { MQTTSettings(&$0) }
            return []
        } catch {
            return error.problems
        }
    }

    private func settings(_ text: String) throws -> MQTTSettings {
        try TableReader.read(text: text, file: "m.toml") {
            MQTTSettings(&$0, hostname: "truck-07")
        }
    }

    @Test(arguments: [
        ("mqtt://broker", "broker 1883 false"), ("mqtts://broker", "broker 8883 true"),
        ("mqtts://broker:443/", "broker 443 true"), ("mqtt://[fd00::1]:1884", "fd00::1 1884 false"),
        ("unix:/run/mosquitto.sock", "/run/mosquitto.sock 0 false"),
    ])
    func aBrokerURLGivesHostPortAndEncryption(url: String, place: String) throws {
        let found = try #require(MQTTSettings.place(url))
        #expect("\(found.host) \(found.port) \(found.isEncrypted)" == place)
    }

    @Test(arguments: [
        "broker", "http://x", "mqtt://", "mqtt://x:0", "mqtt://x:1:2x", "mqtt://u:p@x", "unix:x",
        "mqtt://x/path",
    ])
    func invalidBrokerURLsAreRefused(url: String) {
        #expect(MQTTSettings.place(url) == nil)
    }

    @Test func anEmptyFileHasTheDefaults() throws {
        let settings = try settings("")
        #expect(settings.device == "truck-07" && settings.broker.clientID == "geofenced-truck-07")
        #expect(settings.homeAssistant != nil && settings.ownTracks == nil)
        #expect(settings.positionInterval_s == 5 && settings.broker.tls == nil)
    }

    @Test func givenValuesReplaceTheDefaults() throws {
        let settings = try settings(
            """
            device = "boat"
            [broker]
            url = "mqtts://b"
            protocol = "3.1.1"
            [broker.tls]
            ca_file = "ca.pem"
            [position]
            enabled = false
            interval_s = 9
            [home_assistant]
            enabled = false
            [owntracks]
            user = "fleet"
            """)
        #expect(settings.broker.clientID == "geofenced-boat" && !settings.broker.isVersion5)
        #expect(settings.broker.tls?.caFile == "ca.pem" && settings.positionInterval_s == nil)
        #expect(settings.homeAssistant == nil)
        #expect(settings.ownTracks == .init(user: "fleet", trackerID: "at"))
    }

    @Test(arguments: [
        ("x = 1", "m.toml:1:1: x: is not a known key"),
        ("[broker]\nurl = \"http://x\"", "m.toml:2:1: broker.url: must be mqtt://"),
        ("[broker]\nurl = \"mqtt://x\"\n[broker.tls]\nca_file = \"a\"", "broker.tls: needs a url"),
        (
            "[broker]\nurl = \"mqtts://x\"\n[broker.tls]\nkey_file = \"a\"",
            "goes with certificate_file"
        ),
        ("[broker]\nwindow = 0", "broker.window: must be from 1 to 100, not 0"),
        ("[topics]\nprefix = \"a/#\"", "topics.prefix: must be a topic without + and #"),
        ("[owntracks]\ntid = \"abc\"", "owntracks.tid: must be one or two characters"),
        ("[home_assistant]\ndiscovery = \"devise\"", "device"),
        ("device = x", "device = \"x\""),
    ])
    func mistakesAreReportedWithTheirLine(text: String, words: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }
}
