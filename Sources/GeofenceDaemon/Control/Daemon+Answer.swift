import Composition
import ControlProtocol
import EventStore
import Geofencing
import Settings
import Spelling

extension Daemon {
    /// Performs a request and answers it through the client, now or when its work is done.
    func answer(_ request: Request, _ client: ControlClient) {
        guard let method = request.method else {
            let meant = closestWord(to: request.name, among: Method.allCases.map(\.rawValue))
            var failure = Failure(
                .methodNotFound, "There is no method \(request.name).",
                hint: "rpc.discover lists every method.")
            failure.data?.suggestion = meant
            return client.fail(failure, id: request.id)
        }
        guard method.access == .read || client.access == .operate else {
            return client.fail(
                Failure(
                    .permissionDenied, "You may look, but not change anything.",
                    hint: "Join the group \(settings.group) to operate the daemon."),
                id: request.id)
        }
        do throws(Failure) {
            try perform(method, request, client)
        } catch {
            client.fail(error, id: request.id)
        }
    }

    /// Answers when what follows from a request is durable; while the disk fails at once, and with
    /// a sentence that says so.
    private func answer<Result: Encodable & Sendable>(
        _ result: Result, _ request: Request, _ client: ControlClient,
        addingFailure add:
            @escaping @Loop (_ code: String, _ sentence: String, inout Result) -> Void
    ) {
        var result = result
        log.whenSettled { [self] in
            if let failure = log.failure {
                add(failure.code, "what follows from it is not durable yet: \(failure)", &result)
            }
            client.reply(result, to: request)
        }
    }

    private func answer(_ monitor: MonitorRecord, _ request: Request, _ client: ControlClient) {
        answer(monitor, request, client) { code, sentence, monitor in
            monitor.warnings.append(.init(code: code, message: sentence))
        }
    }

    private func answer(_ switches: KindSwitches, _ request: Request, _ client: ControlClient) {
        answer(switches, request, client) { $2.warning = $1 }
    }

    private func perform(
        _ method: Method, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        switch method {
        case .daemonStatus: client.reply(status(), to: request)
        case .discover: client.reply(Discovery.current, to: request)
        case .monitorList: client.reply(MonitorList(monitors: monitorRecords()), to: request)
        case .monitorInspect: client.reply(try monitorDetail(request.parameters()), to: request)
        case .monitorStart:
            answer(try command(.start, request.parameters()), request, client)
        case .monitorStop:
            answer(try command(.stop, request.parameters()), request, client)
        case .monitorPause:
            answer(try command(.pause, request.parameters()), request, client)
        case .monitorResume:
            answer(try command(.resume, request.parameters()), request, client)
        case .fenceList: client.reply(try fenceList(request.parameters()), to: request)
        case .fenceInspect: client.reply(try fenceDetail(request.parameters()), to: request)
        case .fenceExplain: client.reply(try explanations(request.parameters()), to: request)
        case .fenceAdd: inTurn(request, client, addFences)
        case .fenceReplace: inTurn(request, client, replaceFences)
        case .fenceRemove: inTurn(request, client, removeFence)
        case .fenceSet: inTurn(request, client, setFences)
        case .fenceRevert: inTurn(request, client, revertFences)
        case .sourceList: client.reply(SourceList(sources: sourceRecords()), to: request)
        case .sourceStatus:
            client.reply(sourceDetail(try source(request.parameters())), to: request)
        case .sourceStart:
            let source = try source(request.parameters())
            source.start()
            client.reply(sourceDetail(source), to: request)
        case .sourceStop:
            let source = try source(request.parameters())
            source.stop()
            client.reply(sourceDetail(source), to: request)
        case .sourceRestart:
            let source = try source(request.parameters())
            source.stop()
            source.start()
            client.reply(sourceDetail(source), to: request)
        case .sourcePush:
            try push(request.parameters()) { [self] pushed in
                answer(pushed, request, client) { $2.problems.append($1) }
            }
        case .sourceRaw:
            client.rawSource = try rawSource(request.parameters()).settings.name
            client.reply(Nothing(), to: request)
        case .fixLast:
            let (fixes, followed) = try lastFixes(request.parameters())
            client.followedFixes = followed
            client.reply(fixes, to: request)
        case .eventsSubscribe: try subscribe(request.parameters(), request, client)
        case .eventsUnsubscribe:
            client.stream.end()
            client.reply(Nothing(), to: request)
        case .eventsList: try listEvents(request.parameters(), request, client)
        case .visitList: try listVisits(request.parameters(), request, client)
        case .kindEnable:
            answer(try switchKind(request.parameters(), true), request, client)
        case .kindDisable:
            answer(try switchKind(request.parameters(), false), request, client)
        case .configReload: reload(request, client)
        case .configShow: client.reply(shownConfiguration(), to: request)
        }
    }
}

extension Request {
    /// The parameters as the type that is wanted.
    fileprivate func parameters<Parameters: Decodable>() throws(Failure) -> Parameters {
        try parameters(Parameters.self)
    }
}
