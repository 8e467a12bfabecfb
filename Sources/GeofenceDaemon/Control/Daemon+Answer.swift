import Composition
import ControlProtocol
import EventStore
import Geofencing
import Settings

extension Daemon {
    /// Performs a request that was read, and answers it through the client, now or when its work is
    /// done.
    func answer(
        _ request: Request, _ performance: Call.Performance, _ client: ControlClient
    ) {
        do {
            try performance(self, request, client)
        } catch let failure as Failure {
            client.fail(failure, id: request.id)
        } catch {
            client.fail(Failure(.internal, "\(error)"), id: request.id)
        }
    }

    /// The refusal of a change by a client that may only look.
    var lookingOnly: Failure {
        Failure(
            .permissionDenied, "You may look, but not change anything.",
            hint: "Join the group \(settings.group) to operate the daemon.")
    }

    /// Answers when what follows from a request is durable; while the disk fails at once, and with
    /// a sentence that says so.
    func answer<Result: Encodable & Sendable>(
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

    fileprivate func answer(
        _ command: MonitorCommand, _ choice: MonitorChoice, _ request: Request,
        _ client: ControlClient
    ) throws(Failure) {
        let set = try monitor(choice.monitor).definition.fences
        guard command == .start, lacksFences(set) else {
            return try answer(command, of: choice, request, client)
        }
        reread(set) { [self] in
            do throws(Failure) {
                try answer(command, of: choice, request, client)
            } catch {
                client.fail(error, id: request.id)
            }
        }
    }

    private func answer(
        _ command: MonitorCommand, of choice: MonitorChoice, _ request: Request,
        _ client: ControlClient
    ) throws(Failure) {
        answer(try self.command(command, choice), request, client) { code, sentence, monitor in
            monitor.warnings.append(.init(code: code, message: sentence))
        }
    }

    fileprivate func answer(
        _ choice: KindChoice, _ isEnabled: Bool, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        answer(try switchKind(choice, isEnabled), request, client) { $2.warning = $1 }
    }
}

extension Call {
    /// Reads the parameters of a method; what is left is to be done on the loop.
    static func performance(
        of method: Method, _ request: Request
    ) throws(Failure) -> Performance {
        switch method {
        case .daemonStatus:
            return try with(request) { (daemon, _: Nothing, request, client) in
                daemon.consumers.lookUpAges(in: daemon.log) {
                    client.reply(daemon.status(), to: request)
                }
            }
        case .discover: return try answer(request) { (_, _: Nothing) in Discovery.current }
        case .monitorList:
            return try answer(request) { (daemon, _: Nothing) in
                daemon.monitorList()
            }
        case .monitorInspect: return try answerAway(request) { try $0.monitorDetail($1) }
        case .monitorStart: return try command(.start, request)
        case .monitorStop: return try command(.stop, request)
        case .monitorPause: return try command(.pause, request)
        case .monitorResume: return try command(.resume, request)
        case .monitorAdd:
            let given: MonitorGiven = try request.parameters()
            return change(.adding(given.monitor, given.settings.text))
        case .monitorSet:
            let given: MonitorGiven = try request.parameters()
            return change(.setting(given.monitor, given.settings.text))
        case .monitorRemove:
            let choice: MonitorChoice = try request.parameters()
            return change(.removing(choice.monitor))
        case .monitorRevert:
            let reversion: MonitorReversion = try request.parameters()
            return change(.reverting(reversion.monitor))
        case .fenceList: return try answerAway(request) { try $0.fenceList($1) }
        case .fenceInspect: return try with(request) { try $0.inspect($1, $2, $3) }
        case .fenceExplain: return try with(request) { try $0.explain(named: $1, $2, $3) }
        case .fenceAdd:
            let features: FenceFeatures = try request.parameters()
            return change(of: features.set, try .adding(features.fences()))
        case .fenceReplace:
            let features: FenceFeatures = try request.parameters()
            return change(of: features.set, try .replacing(features.fences()))
        case .fenceRemove:
            let removal: FenceRemoval = try request.parameters()
            return change(of: removal.set, .removing(removal.fence))
        case .fenceSet:
            let collection: FenceCollection = try request.parameters()
            return change(
                of: collection.set,
                try .setting(collection.collection.fenceSet(called: "collection")))
        case .fenceRevert:
            let reversion: FenceReversion = try request.parameters()
            return change(of: reversion.set, .reverting(reversion.fences))
        case .sourceList:
            return try answer(request) { (daemon, _: Nothing) in
                SourceList(sources: daemon.sourceRecords())
            }
        case .sourceStatus: return try answer(request) { $0.sourceDetail(try $0.source($1)) }
        case .sourceStart:
            return try answer(request) {
                let source = try $0.source($1)
                source.start()
                return $0.sourceDetail(source)
            }
        case .sourceStop:
            return try answer(request) {
                let source = try $0.source($1)
                source.stop()
                return $0.sourceDetail(source)
            }
        case .sourceRestart:
            return try answer(request) {
                let source = try $0.source($1)
                source.stop()
                source.start()
                return $0.sourceDetail(source)
            }
        case .sourcePush:
            return try with(request) { try $0.push($1, $2, $3) }
        case .sourceRaw:
            return try with(request) {
                $3.rawSource = try $0.rawSource($1).settings.name
                $3.reply(Nothing(), to: $2)
            }
        case .fixLast:
            return try with(request) {
                let (fixes, followed) = try $0.lastFixes($1)
                $3.followedFixes = followed
                $3.reply(fixes, to: $2)
            }
        case .eventsSubscribe: return try with(request) { try $0.subscribe($1, $2, $3) }
        case .eventsUnsubscribe:
            return try with(request) { (_, none: Nothing, request, client) in
                client.stream.end()
                client.reply(none, to: request)
            }
        case .eventsList: return try with(request) { try $0.listEvents($1, $2, $3) }
        case .visitList: return try with(request) { try $0.listVisits($1, $2, $3) }
        case .consumerAcknowledge: return try with(request) { try $0.acknowledge($1, $2, $3) }
        case .consumerList:
            return try with(request) { (daemon, _: Nothing, request, client) in
                daemon.consumers.lookUpAges(in: daemon.log) {
                    client.reply(ConsumerList(consumers: daemon.consumerRecords()), to: request)
                }
            }
        case .consumerInspect:
            return try with(request) { (daemon, choice: ConsumerChoice, request, client) in
                daemon.answer(try daemon.consumers.named(choice.consumer), request, client)
            }
        case .consumerPause: return try with(request) { try $0.pause($1, true, $2, $3) }
        case .consumerResume: return try with(request) { try $0.pause($1, false, $2, $3) }
        case .consumerRewind: return try with(request) { try $0.rewind($1, $2, $3) }
        case .consumerRemove: return try with(request) { try $0.removeConsumer($1, $2, $3) }
        case .recordingRead: return try with(request) { try $0.readRecording($1, $2, $3) }
        case .recordingRemove:
            return try with(request) { (daemon, _: Nothing, request, client) in
                daemon.removeRecording(request, client)
            }
        case .kindEnable: return try with(request) { try $0.answer($1, true, $2, $3) }
        case .kindDisable: return try with(request) { try $0.answer($1, false, $2, $3) }
        case .configReload:
            return try with(request) { (daemon, _: Nothing, request, client) in
                daemon.reload(request, client)
            }
        case .configShow:
            return try answerAway(request) { (daemon, _: Nothing) in daemon.shownConfiguration() }
        }
    }

    /// Something that is done with parameters.
    private static func with<Parameters: Decodable & Sendable>(
        _ request: Request,
        _ perform:
            @escaping @Loop (Daemon, Parameters, Request, ControlClient) throws -> Void
    ) throws(Failure) -> Performance {
        let parameters: Parameters = try request.parameters()
        return { try perform($0, parameters, $1, $2) }
    }

    /// Something that is answered at once.
    private static func answer<Parameters: Decodable & Sendable, Result: Encodable & Sendable>(
        _ request: Request,
        _ result: @escaping @Loop (Daemon, Parameters) throws -> Result
    ) throws(Failure) -> Performance {
        try with(request) { $3.reply(try result($0, $1), to: $2) }
    }

    /// The same of an answer that may be long.
    private static func answerAway<Parameters: Decodable & Sendable, Result: Encodable & Sendable>(
        _ request: Request,
        _ result: @escaping @Loop (Daemon, Parameters) throws -> Result
    ) throws(Failure) -> Performance {
        try with(request) { $3.replyAway(try result($0, $1), to: $2) }
    }

    private static func command(
        _ command: MonitorCommand, _ request: Request
    ) throws(Failure) -> Performance {
        try with(request) { try $0.answer(command, $1, $2, $3) }
    }

    private static func change(_ change: MonitorChange) -> Performance {
        { $0.change(change, $1, $2) }
    }

    private static func change(of set: String?, _ change: FencePlan.Change) -> Performance {
        { $0.change(set, change, $1, $2) }
    }
}

extension RawJSON {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Request {
    /// The parameters as the type that is wanted.
    fileprivate func parameters<Parameters: Decodable>() throws(Failure) -> Parameters {
        try parameters(Parameters.self)
    }
}
