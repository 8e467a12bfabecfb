import ControlProtocol
import Testing

@Suite("notifications equal the golden lines")
struct GoldenNotificationTests {
    @Test func goldenNotificationsRoundTrip() throws {
        var seen = Set<NotificationKind>()
        for line in try goldenLines("notifications.jsonl") {
            guard case .notification(let kind?) = try Incoming(line: line) else {
                Issue.record("no known notification: \(text(line))")
                continue
            }
            seen.insert(kind)
            #expect(text(try rewrite(line, kind)) == text(line))
        }
        #expect(seen == Set(NotificationKind.allCases))
    }

    @Test func storedRecordGivesTheSameLine() throws {
        for line in try goldenLines("notifications.jsonl") {
            guard case .notification(.event) = try Incoming(line: line) else { continue }
            let event = try Wire.value(Notification<EventRecord>.self, from: line).params
            #expect(text(Notification.line(aroundRecord: Wire.line(event))) == text(line))
        }
    }

    @Test func kindsOfALaterVersionAreNil() throws {
        let line = Array(#"{"jsonrpc":"2.0","method":"weather","params":{}}"#.utf8)
        #expect(try Incoming(line: line) == .notification(nil))
    }

    private func rewrite(_ line: [UInt8], _ kind: NotificationKind) throws -> [UInt8] {
        func again<Parameters: Codable & Sendable>(_ type: Parameters.Type) throws -> [UInt8] {
            Wire.line(try Wire.value(Notification<Parameters>.self, from: line))
        }
        switch kind {
        case .hello: return try again(Hello.self)
        case .event, .test: return try again(EventRecord.self)
        case .snapshot: return try again(Snapshot.self)
        case .gap: return try again(Gap.self)
        case .progress: return try again(Progress.self)
        case .heartbeat: return try again(Heartbeat.self)
        case .end: return try again(StreamEnd.self)
        case .fix: return try again(FixRecord.self)
        case .raw: return try again(RawText.self)
        }
    }
}
