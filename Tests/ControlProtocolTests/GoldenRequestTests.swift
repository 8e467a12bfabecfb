import ControlProtocol
import Testing

@Suite("requests are the golden lines")
struct GoldenRequestTests {
    @Test func everyRequestReadsAndWritesBack() throws {
        for line in try goldenLines("requests.jsonl") {
            let request = try Request(line: line)
            let method = try #require(request.method, "\(request.name)")
            let id = try #require(request.id)
            let written = try rewrite(request, method, id: id)
            #expect(text(written) == text(line))
        }
    }

    @Test func everyMethodHasALine() throws {
        let seen = Set(try goldenLines("requests.jsonl").map { try Request(line: $0).name })
        #expect(seen == Set(Method.allCases.map(\.rawValue)))
    }

    private func rewrite(_ request: Request, _ method: Method, id: RequestID) throws -> [UInt8] {
        func again<Parameters: Codable>(_ type: Parameters.Type) throws -> [UInt8] {
            Request.line(id: id, method, try request.parameters(type))
        }
        switch method {
        case .daemonStatus, .monitorList, .sourceList, .eventsUnsubscribe, .consumerList,
            .configReload, .configShow, .discover, .recordingRemove:
            return try again(Nothing.self)
        case .monitorInspect, .monitorStart, .monitorStop, .monitorPause, .monitorResume,
            .monitorRemove:
            return try again(MonitorChoice.self)
        case .monitorAdd, .monitorSet: return try again(MonitorGiven.self)
        case .monitorRevert: return try again(MonitorReversion.self)
        case .fenceList: return try again(FenceQuery.self)
        case .fenceInspect: return try again(FenceChoice.self)
        case .fenceAdd, .fenceReplace: return try again(FenceFeatures.self)
        case .fenceRemove: return try again(FenceRemoval.self)
        case .fenceSet: return try again(FenceCollection.self)
        case .fenceRevert: return try again(FenceReversion.self)
        case .fenceExplain: return try again(FenceQuestion.self)
        case .sourceStatus, .sourceStart, .sourceStop, .sourceRestart, .sourceRaw:
            return try again(SourceChoice.self)
        case .sourcePush: return try again(SourcePush.self)
        case .fixLast: return try again(FixQuery.self)
        case .eventsSubscribe: return try again(SubscribeRequest.self)
        case .eventsList: return try again(EventQuery.self)
        case .visitList: return try again(VisitQuery.self)
        case .consumerAcknowledge: return try again(ConsumerAcknowledgement.self)
        case .consumerInspect, .consumerPause, .consumerResume, .consumerRemove:
            return try again(ConsumerChoice.self)
        case .consumerRewind: return try again(ConsumerRewind.self)
        case .recordingRead: return try again(RecordingQuery.self)
        case .kindEnable, .kindDisable: return try again(KindChoice.self)
        }
    }
}
