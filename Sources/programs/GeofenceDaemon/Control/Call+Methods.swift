import ControlProtocol
import Geofencing

extension Call {
    /// Reads the parameters of a method and returns what performs it on the loop.
    static func performance(
        of method: Method, _ request: Request
    ) throws(Failure) -> Performance {
        switch method {
        case .daemonStatus: return try with(request) { $0.status.answer($1, $2, $3) }
        case .discover: return try answer(request) { (_, _: Nothing) in Discovery.current }
        case .monitorList: return try answer(request) { $0.monitors.list($1) }
        case .monitorInspect: return try answerAway(request) { try $0.monitors.detail($1) }
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
        case .fenceList: return try answerAway(request) { try $0.fences.list($1) }
        case .fenceInspect: return try with(request) { try $0.fenceInspector.inspect($1, $2, $3) }
        case .fenceExplain: return try with(request) { try $0.fenceInspector.explain($1, $2, $3) }
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
        case .sourceList: return try answer(request) { $0.sources.list($1) }
        case .sourceStatus: return try answer(request) { try $0.sources.detail($1) }
        case .sourceStart:
            return try answer(request) { try $0.sources.detail($1) { $0.start() } }
        case .sourceStop:
            return try answer(request) { try $0.sources.detail($1) { $0.stop() } }
        case .sourceRestart:
            return try answer(request) {
                try $0.sources.detail($1) { source in
                    source.stop()
                    source.start()
                }
            }
        case .sourcePush: return try with(request) { try $0.sources.push($1, $2, $3) }
        case .sourceRaw: return try with(request) { try $0.sources.followRaw($1, $2, $3) }
        case .fixLast: return try with(request) { try $0.sources.lastFixes($1, $2, $3) }
        case .eventsSubscribe: return try with(request) { try $0.events.subscribe($1, $2, $3) }
        case .eventsUnsubscribe: return try with(request) { $0.events.unsubscribe($1, $2, $3) }
        case .eventsList: return try with(request) { try $0.queries.listEvents($1, $2, $3) }
        case .visitList: return try with(request) { try $0.queries.listVisits($1, $2, $3) }
        case .consumerAcknowledge:
            return try with(request) { try $0.consumers.acknowledge($1, $2, $3) }
        case .consumerList: return try with(request) { $0.consumers.list($1, $2, $3) }
        case .consumerInspect: return try with(request) { try $0.consumers.inspect($1, $2, $3) }
        case .consumerPause: return try with(request) { try $0.consumers.pause($1, true, $2, $3) }
        case .consumerResume:
            return try with(request) { try $0.consumers.pause($1, false, $2, $3) }
        case .consumerRewind: return try with(request) { try $0.consumers.rewind($1, $2, $3) }
        case .consumerTest: return try with(request) { try $0.consumers.test($1, $2, $3) }
        case .consumerRemove: return try with(request) { try $0.consumers.remove($1, $2, $3) }
        case .recordingRead: return try with(request) { try $0.recording.read($1, $2, $3) }
        case .recordingRemove: return try with(request) { $0.recording.remove($1, $2, $3) }
        case .kindEnable: return try with(request) { try $0.monitors.switch($1, true, $2, $3) }
        case .kindDisable: return try with(request) { try $0.monitors.switch($1, false, $2, $3) }
        case .configReload: return try with(request) { $0.reloader.reload($1, $2, $3) }
        case .configShow:
            return try with(request) { (controls, _: Nothing, request, client) in
                let shown = controls.active.shown(to: client.access)
                client.replyAway(to: request) { shown }
            }
        }
    }

    /// Reads the parameters and returns a closure that calls `perform` with them.
    private static func with<Parameters: Decodable & Sendable>(
        _ request: Request,
        _ perform:
            @escaping @Loop (Controls, Parameters, Request, ClientConnection) throws -> Void
    ) throws(Failure) -> Performance {
        let parameters: Parameters = try request.parameters()
        return { try perform($0, parameters, $1, $2) }
    }

    /// Returns a closure that answers with `result` at once.
    private static func answer<Parameters: Decodable & Sendable, Result: Encodable & Sendable>(
        _ request: Request,
        _ result: @escaping @Loop (Controls, Parameters) throws -> Result
    ) throws(Failure) -> Performance {
        try with(request) { $3.reply(try result($0, $1), to: $2) }
    }

    /// Does the same for a result that may be long; another thread encodes it.
    private static func answerAway<Parameters: Decodable & Sendable, Result: Encodable & Sendable>(
        _ request: Request,
        _ result: @escaping @Loop (Controls, Parameters) throws -> Result
    ) throws(Failure) -> Performance {
        try with(request) { controls, parameters, request, client in
            let result = try result(controls, parameters)
            client.replyAway(to: request) { result }
        }
    }

    private static func command(
        _ command: MonitorCommand, _ request: Request
    ) throws(Failure) -> Performance {
        try with(request) { try $0.monitors.command(command, $1, $2, $3) }
    }

    private static func change(_ change: MonitorChange) -> Performance {
        { $0.monitorEditor.change(change, $1, $2) }
    }

    private static func change(of set: String?, _ change: FencePlan.Change) -> Performance {
        { $0.fenceEditor.change(set, change, $1, $2) }
    }
}

extension RawJSON {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Request {
    /// Returns the parameters as the type that the caller expects.
    fileprivate func parameters<Parameters: Decodable>() throws(Failure) -> Parameters {
        try parameters(Parameters.self)
    }
}
