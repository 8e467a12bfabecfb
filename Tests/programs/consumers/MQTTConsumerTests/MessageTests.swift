import ConsumerFrame
import Consuming
import ControlClient
import ControlProtocol
import TestSupport
import Testing

@testable import MQTTConsumer

/// The golden notifications of the protocol as messages. `UPDATE_GOLDEN=1` writes the files again.
@Suite("messages for the broker are the golden lines")
struct MessageTests {
    private func settings(_ change: (inout MQTTSettings) -> Void = { _ in }) -> MQTTSettings {
        var settings = MQTTSettings(hostname: "truck-07")
        settings.ownTracks = MQTTSettings.OwnTracks(user: "fleet", trackerID: "07")
        change(&settings)
        return settings
    }

    private func text(_ messages: [Message]) -> String {
        messages.map { message in
            let marks = (message.isRetained ? " retained" : "") + " qos \(message.qos)"
            let properties = message.properties.map { "\n    \($0.name): \($0.value)" }.joined()
            let payload = String(decoding: message.payload, as: UTF8.self)
            return message.topic + marks + properties + "\n    " + payload + "\n"
        }.joined()
    }

    private func check(_ text: String, _ file: String) throws {
        #expect(try text == DataFolder.of("MQTT").golden(file, updatedTo: text))
    }

    private func notifications<Parameters: Decodable & Sendable>(
        _ kind: NotificationKind, _ type: Parameters.Type
    ) throws -> [Parameters] {
        try DataFolder.of("ControlProtocol").lines("notifications.jsonl").compactMap { line in
            guard try Incoming(line: line) == .notification(kind) else { return nil }
            return try Wire.value(Notification<Parameters>.self, from: line).params
        }
    }

    @Test func events() throws {
        let settings = settings()
        let maker = EventMessages(
            settings: settings, topics: Topics(settings), start_s: 1_795_240_000)
        let taken = try DataFolder.of("ControlProtocol").lines("notifications.jsonl").filter {
            try Incoming(line: $0) == .notification(.event)
        }.compactMap(TakenEvent.init(line:)).map { [$0] }
        try check(text(taken.flatMap(maker.messages)), "events.txt")
    }

    @Test func positions() throws {
        let settings = settings()
        let maker = PositionMessages(settings: settings, topics: Topics(settings))
        let fixes = try notifications(.fix, FixRecord.self)
        try check(
            text(fixes.flatMap { maker.messages(of: $0, inside: ["quarry"]) }), "positions.txt")
    }

    @Test(arguments: [(359.4, 359), (359.5, 0), (0.4, 0)])
    func courseOfOwnTracksIsWholeDegreesBelow360(course_deg: Double, cog: Int) throws {
        let settings = settings()
        let maker = PositionMessages(settings: settings, topics: Topics(settings))
        var fix = try #require(try notifications(.fix, FixRecord.self).first)
        fix.course_deg = course_deg
        let message = try #require(maker.messages(of: fix, inside: []).last)
        #expect(String(decoding: message.payload, as: UTF8.self).contains("\"cog\":\(cog),"))
    }

    /// A source may send any finite number, and the apps of OwnTracks read 32 bits.
    @Test(arguments: [
        (1e300, "null"), (-1e300, "null"), (9.3e18, "null"), (2_147_483_647.25, "2147483647"),
        (2_147_483_648, "null"), (-2_147_483_648, "-2147483648"),
    ])
    func numbersThatOwnTracksCannotReadAreLeftOut(number: Double, whole: String) throws {
        let settings = settings()
        let maker = PositionMessages(settings: settings, topics: Topics(settings))
        var fix = try #require(try notifications(.fix, FixRecord.self).first)
        (fix.altitude_m, fix.speed_mps, fix.course_deg) = (number, number / 3.6, number)
        let message = try #require(maker.messages(of: fix, inside: []).last)
        let members = try Wire.value(OwnTracksNumbers.self, from: message.payload)
        let (altitude, speed) = (members.alt.map { "\($0)" }, members.vel.map { "\($0)" })
        #expect(altitude ?? "null" == whole && speed ?? "null" == whole)
        #expect(members.lat == fix.lat && (-359...359).contains(members.cog ?? 0))
    }

    private struct OwnTracksNumbers: Decodable, Sendable {
        var lat: Double
        var alt: Int64?
        var vel: Int64?
        var cog: Int64?
    }

    @Test(arguments: ["device", "entity"])
    func discovery(form: String) throws {
        let homeAssistant = MQTTSettings.HomeAssistant(isDeviceDiscovery: form == "device")
        let settings = settings { $0.homeAssistant = homeAssistant }
        let discovery = Discovery(
            settings: settings, homeAssistant: homeAssistant, topics: Topics(settings),
            version: "1.0.0")
        let fences = [
            ShownFence(monitor: "yard", id: "quarry", name: "Quarry"),
            ShownFence(monitor: "yard", id: "ramp/2", name: "Ramp 2"),
        ]
        let (messages, known) = discovery.messages(monitors: ["yard"], fences: fences)
        try check(text(messages), "discovery-\(form).txt")
        let (removal, left) = discovery.messages(
            monitors: ["yard"], fences: Array(fences.prefix(1)), known: known)
        try check(text(removal), "discovery-\(form)-removed.txt")
        // After a restart the retained messages are what is known; a removed component is not.
        func retained(_ messages: [Message]) -> [String: MQTTConsumer.Discovery.Entity] {
            messages.compactMap { discovery.entities(in: $0.topic, $0.payload) }
                .reduce(into: [:]) { $0.merge($1) { one, _ in one } }
        }
        #expect(retained(messages) == known && retained(removal) == left && left.count == 3)
    }

    @Test func theOtherFormOfDiscoveryIsRemoved() {
        for form in [true, false] {
            let homeAssistant = MQTTSettings.HomeAssistant(isDeviceDiscovery: form)
            let settings = settings { $0.homeAssistant = homeAssistant }
            let discovery = Discovery(
                settings: settings, homeAssistant: homeAssistant, topics: Topics(settings),
                version: "1")
            var other = discovery.homeAssistant
            other.isDeviceDiscovery = !form
            let past = Discovery(
                settings: settings, homeAssistant: other, topics: discovery.topics, version: "1")
            for message in past.messages(monitors: ["yard"], fences: []).messages {
                #expect(discovery.entities(in: message.topic, message.payload) == nil)
            }
        }
    }

    /// A history is past, and a late event may be hours old: neither may open a gate.
    @Test func homeAssistantGetsNeitherLateEventsNorHistories() throws {
        let settings = settings { $0.ownTracks = nil }
        let maker = EventMessages(settings: settings, topics: Topics(settings), start_s: 0)
        for (late, history, count) in [(false, false, 2), (true, false, 1), (false, true, 1)] {
            var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "entered")
            (event.monitor, event.fence, event.late, event.history) = ("m", "f", late, history)
            let line = Wire.line(Notification(.event, event))
            let taken = try #require(TakenEvent(line: line))
            #expect(maker.messages(of: [taken]).count == count)
        }
    }

    @Test(arguments: [
        (true, "2026-11-21T07:40:00.000Z", true), (true, "2026-11-21T09:35:00.000Z", false),
        (false, "2026-11-21T07:40:00.000Z", false), (true, nil, false),
    ])
    func aLateEventIsPastAfterItsAge(late: Bool, decidedAt: String?, isPast: Bool) throws {
        var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "entered")
        (event.late, event.decided_at) = (late, decidedAt)
        let now_s = try #require(EventTime.seconds("2026-11-21T09:40:00.000Z"))
        #expect(event.isPast(now_s: Double(now_s), after: 600) == isPast)
    }

    @Test func eventsOfABatchAreOneArray() throws {
        let settings = settings { $0.ownTracks = nil }
        let maker = EventMessages(settings: settings, topics: Topics(settings), start_s: 0)
        let batch = try (1...Int64(3)).map { number in
            let event = EventRecord(
                seq: number, event_id: "5f3a:\(number)", type: "monitor-started")
            return try #require(TakenEvent(line: Wire.line(Notification(.event, event))))
        }
        let messages = maker.messages(of: batch)
        let records = try Wire.value([EventRecord].self, from: messages[0].payload)
        #expect(messages.count == 1 && records.map(\.seq) == [1, 2, 3])
        #expect(messages[0].properties.isEmpty)
    }

    @Test func gapsAndEventsHaveAttributesWithoutForbiddenCharacters() throws {
        let settings = settings { $0.configuredDevice = "truck 7" }
        let maker = EventMessages(settings: settings, topics: Topics(settings), start_s: 0)
        let gap = maker.gap(GapRecord(Gap(from_seq: 7, to_seq: 41, reason: "expired")), epoch: "5f")
        #expect(
            gap.properties.map { "\($0.name)=\($0.value)" } == [
                "specversion=1.0", "id=5f:gap-7-41", "source=urn:geofenced:truck%207",
                "type=geofenced.gap",
            ])
        var event = EventRecord(seq: 1, event_id: "5f:1", type: "entered")
        event.monitor = "a/b"
        event.fence = "50% " + characters(0xFFFF, 0xFDD0, 0x85) + "ü"
        let taken = try #require(TakenEvent(line: Wire.line(Notification(.event, event))))
        let properties = maker.native(taken).properties
        #expect(properties[2].value == "urn:geofenced:truck%207:a%2Fb")
        #expect(properties[4] == .init(name: "subject", value: "50% %EF%BF%BF%EF%B7%90%C2%85ü"))
    }

    @Test func recordIsSentUnchanged() throws {
        let settings = settings { $0.ownTracks = nil }
        let maker = EventMessages(settings: settings, topics: Topics(settings), start_s: 0)
        let line = Array(
            #"{"method":"event","params":{"device":"x","event_id":"5f3a:1","seq":1,"type":"gap"}}"#
                .utf8)
        let taken = try #require(TakenEvent(line: line))
        let payload = String(decoding: maker.messages(of: [taken])[0].payload, as: UTF8.self)
        #expect(payload.contains(#""device":"x""#) && !payload.contains("truck-07"))
    }

    @Test(arguments: [
        ("2026-11-21T07:40:00.000Z", 1_795_246_800 as Int64?), ("1970-01-01T00:00:00Z", 0),
        ("2026-11-21T09:40:00.999+02:00", 1_795_246_800), ("1969-12-31T23:59:59.5Z", -1),
        ("2024-02-29T12:00:00.500Z", 1_709_208_000), ("yesterday", nil), (nil, nil),
    ])
    func secondsSince1970(text: String?, seconds: Int64?) {
        #expect(EventTime.seconds(text) == seconds)
    }
}

@Suite struct TopicTests {
    @Test(arguments: [
        ("quarry", "quarry"), ("a/b+c#", "a%2Fb%2Bc%23"), ("Größe 1", "Größe%201"), ("\n", "%0A"),
        (characters(0xFFFF, 0x1FFFE), "%EF%BF%BF%F0%9F%BF%BE"),
        (characters(0xFDEF, 0x9F), "%EF%B7%AF%C2%9F"),
    ])
    func topicLevelContainsNoPattern(name: String, level: String) {
        #expect(Topics.level(name) == level)
    }

    @Test func aLongNameEndsInItsDigest() {
        let name = String(repeating: "ü", count: 80)
        let (one, other) = (Topics.level(name + "1"), Topics.level(name + "2"))
        #expect(one != other && one.utf8.count <= 128 && one.dropLast(16).hasSuffix("ü~"))
        #expect(Topics.level(String(repeating: "x", count: 128)).count == 128)
    }

    @Test func topicLevelsOfDifferentNamesDiffer() {
        #expect(Topics.word("truck-07") == "truck-07")
        #expect(Topics.word("a b") != Topics.word("a.b"))
        #expect(Topics.word("a b").allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    @Test(arguments: [
        ("depot-7", "depot-*", true), ("depot-7", "*", true), ("depot-7", "depot-7", true),
        ("depot-7", "d*-*7", true), ("depot-7", "depot", false), ("a", "a*a", false),
        ("abc", "*b", false),
    ])
    func starMatchesAnyText(name: String, pattern: String, fits: Bool) {
        #expect(name.fits(pattern) == fits)
    }
}

/// A text of scalars, which may be noncharacters: Swift's literals accept none.
private func characters(_ scalars: UInt32...) -> String {
    scalars.compactMap(Unicode.Scalar.init).reduce(into: "") { $0.unicodeScalars.append($1) }
}
