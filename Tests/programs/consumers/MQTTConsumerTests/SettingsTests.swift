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
    func brokerURLGivesHostPortAndEncryption(url: String, place: String) throws {
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

    @Test func emptyFileHasTheDefaults() throws {
        let settings = try settings("")
        #expect(settings.device == "truck-07" && settings.broker.clientID == "geofenced-truck-07")
        #expect(settings.homeAssistant != nil && settings.ownTracks == nil)
        #expect(settings.position?.interval_s == 5 && settings.broker.tls == nil)
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
        #expect(settings.broker.tls?.caFile == "ca.pem" && settings.position == nil)
        #expect(settings.homeAssistant == nil)
        #expect(settings.ownTracks == .init(user: "fleet", trackerID: "at"))
    }

    @Test(arguments: [
        "url = \"mqtts://b.example\"", "url = \"mqtt://127.0.0.1\"", "url = \"unix:/b.sock\"",
        "url = \"mqtt://b.example\"\ninsecure = true",
    ])
    func aPasswordNeedsEncryptionThisMachineOrConsent(lines: String) throws {
        let settings = try settings("[broker]\nusername = \"u\"\n" + lines)
        #expect(settings.broker.username == "u")
    }

    private let aws = "[broker]\npreset = \"aws-iot\"\n"
    private let certificate = "[broker.tls]\ncertificate_file = \"c\"\nkey_file = \"k\"\n"

    @Test func thePresetOfAWSAsksForItsProtocolOnThePortOfHTTPS() throws {
        let https = try settings(aws + "url = \"mqtts://x.example:443\"\n" + certificate)
        #expect(https.broker.tls?.alpn == "x-amzn-mqtt-ca" && https.broker.clientID == "truck-07")
        #expect(https.homeAssistant == nil)
        let usual = try settings(aws + "url = \"mqtts://x.example\"\n" + certificate)
        #expect(usual.broker.tls?.alpn == nil && usual.broker.port == 8883)
    }

    @Test func thePresetOfAWSDemandsACertificateAndShortTopics() {
        let url = "url = \"mqtts://x.example\"\n"
        for (text, words) in [
            (aws + certificate.replacing("[broker.tls]", with: ""), "is not a known key"),
            (aws + url, "aws-iot needs certificate_file"),
            (aws + "url = \"mqtt://x.example\"\n", "must begin with mqtts://"),
            (aws + url + certificate + "[topics]\nprefix = \"a/b/c/d/e\"\n", "at most 3 slashes"),
        ] {
            let found = problems(text)
            #expect(found.contains { $0.contains(words) }, "\(found)")
        }
    }

    @Test(arguments: [
        ("x = 1", "m.toml:1:1: x: is not a known key"),
        (
            "[broker]\nurl = \"unix:/x\"\n[traffic]\nmax_bytes_per_day = 100000",
            "needs a broker over TCP"
        ),
        ("[traffic]\nmax_bytes_per_day = 5", "traffic.max_bytes_per_day: must be from 10000"),
        ("[traffic]\nmax_batch = 0", "traffic.max_batch: must be from 1 to 100"),
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
        ("device = \"a\\u0007\"", "m.toml:1:1: device: must not contain control characters"),
        ("[topics]\nprefix = \"a\\uFFFE\"", "topics.prefix: must not contain"),
        ("[broker]\nclient_id = \"\\uFDD0\"", "broker.client_id: must not contain"),
        (
            "[broker]\nurl = \"mqtt://b.example\"\nusername = \"u\"",
            "m.toml:3:1: broker.username: has a password, which mqtt: sends to b.example"
        ),
    ])
    func mistakesAreReportedWithTheirLine(text: String, words: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }
}
