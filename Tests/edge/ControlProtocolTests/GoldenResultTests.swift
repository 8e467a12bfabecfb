import ControlProtocol
import TestSupport
import Testing

/// The id of a golden result is the name of its method.
@Suite("results equal the golden lines")
struct GoldenResultTests {
    @Test func goldenResultsRoundTrip() throws {
        for line in try goldenLines("results.jsonl") {
            #expect(text(try rewrite(line, try method(of: line))) == text(line))
        }
    }

    @Test func everyMethodHasAGoldenLine() throws {
        let seen = Set(try goldenLines("results.jsonl").map { try method(of: $0) })
        #expect(seen == Set(Method.allCases).subtracting([.discover]))
    }

    @Test func unknownKeysAreIgnored() throws {
        for line in try goldenLines("results.jsonl") {
            var value = try Wire.value(JSONValue.self, from: line)
            guard case .object(var members) = value,
                case .object(var result) = members["result"] ?? .null
            else { continue }
            result["key_of_a_later_version"] = .array([.bool(true)])
            members["result"] = .object(result)
            members["later"] = .null
            value = .object(members)
            #expect(text(try rewrite(Wire.line(value), try method(of: line))) == text(line))
        }
    }

    @Test func everyMethodIsDiscovered() {
        #expect(Discovery.current.methods.map(\.name) == Method.allCases.map(\.rawValue))
    }

    /// The man page of the protocol is written from this line.
    @Test func discoveryEqualsTheGoldenLine() throws {
        let line = text(Wire.line(Response.result(Discovery.current, id: .number(1))))
        #expect(
            try DataFolder.of("ControlProtocol").golden("discovery.jsonl", updatedTo: line) == line)
    }

    private func method(of line: [UInt8]) throws -> Method {
        guard case .response(.text(let name)) = try Incoming(line: line) else {
            throw Failure(.invalidRequest, "a golden result has its method's name as id")
        }
        return try #require(Method(rawValue: name), "\(name)")
    }

    private func rewrite(_ line: [UInt8], _ method: Method) throws -> [UInt8] {
        func again<Result: Codable & Sendable>(_ type: Result.Type) throws -> [UInt8] {
            Wire.line(try Wire.value(Response<Result>.self, from: line))
        }
        switch method {
        case .daemonStatus: return try again(DaemonStatus.self)
        case .monitorList, .monitorRemove, .monitorRevert: return try again(MonitorList.self)
        case .monitorInspect: return try again(MonitorDetail.self)
        case .monitorStart, .monitorStop, .monitorPause, .monitorResume, .monitorAdd, .monitorSet:
            return try again(MonitorRecord.self)
        case .fenceList: return try again(FenceList.self)
        case .fenceInspect: return try again(FenceDetail.self)
        case .fenceAdd, .fenceReplace, .fenceRemove, .fenceSet, .fenceRevert:
            return try again(FenceChange.self)
        case .fenceExplain: return try again(FenceExplanations.self)
        case .sourceList: return try again(SourceList.self)
        case .sourceStatus, .sourceStart, .sourceStop, .sourceRestart:
            return try again(SourceRecord.self)
        case .sourcePush: return try again(SourcePushed.self)
        case .sourceRaw, .eventsUnsubscribe, .consumerRemove: return try again(Nothing.self)
        case .fixLast: return try again(FixList.self)
        case .eventsSubscribe: return try again(Subscribed.self)
        case .eventsList: return try again(EventList.self)
        case .visitList: return try again(VisitList.self)
        case .consumerAcknowledge: return try again(ConsumerAcknowledged.self)
        case .consumerList: return try again(ConsumerList.self)
        case .consumerInspect, .consumerPause, .consumerResume, .consumerRewind:
            return try again(ConsumerRecord.self)
        case .consumerTest: return try again(ConsumerTested.self)
        case .recordingRead: return try again(RecordingPage.self)
        case .recordingRemove: return try again(RecordingRemoved.self)
        case .kindEnable, .kindDisable: return try again(KindSwitches.self)
        case .configReload: return try again(ConfigReloaded.self)
        case .configShow: return try again(ConfigShown.self)
        case .discover: return try again(Discovery.self)
        }
    }
}
