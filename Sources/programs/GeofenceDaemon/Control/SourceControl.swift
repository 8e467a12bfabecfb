import Chronology
import Composition
import ControlProtocol
import Geofencing
import NIOCore
import Positioning
import Settings

/// The methods `Source.*` and `Fix.last`.
@Loop
struct SourceControl {
    let sources: SourceSet
    let histories: Histories
    let log: EventLog
    /// The thread that decodes the fixes that clients push.
    let requests: CallReader
    let turns: TurnQueue

    /// Returns every source.
    func list(_: Nothing) -> SourceList { SourceList(sources: sources.records) }

    /// Returns one source with the checks of its fixes, after applying `change` to it. Throws `notFound`.
    func detail(
        _ choice: SourceChoice, after change: @Loop (Source) -> Void = { _ in }
    ) throws(Failure) -> SourceRecord {
        let source = try sources.named(choice.source)
        change(source)
        return sources.detail(of: source)
    }

    /// Sends the raw text of a source to a client from now on.
    func followRaw(
        _ choice: SourceChoice, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        client.rawSource = try rawSource(choice).settings.name
        client.reply(Nothing(), to: request)
    }

    /// Answers with the last fix of one source, or of every source that has one; the client may follow the
    /// fixes from now on.
    func lastFixes(
        _ query: FixQuery, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let following = try FixFollowing(query) { [weak client] in client?.send(fix: $0) }
        let chosen = try query.source.map { name throws(Failure) in [try sources.named(name)] }
        let now = BootClock.now()
        let fixes = (chosen ?? sources.sorted).compactMap { source in
            var record =
                query.accepted == true
                ? sources.acceptedFix(of: source, at: now) : sources.lastFix(of: source, at: now)
            switch source.health.state {
            case .fix, .suspect: break
            case .stopped, .absent, .opening, .silent, .garbage, .nofix, .stale:
                record?.last_known = true
            }
            return record
        }
        following?.begin(after: fixes)
        client.fixes = following
        client.reply(FixList(fixes: fixes), to: request)
    }

    /// Takes live fixes or a history that a client pushes, and answers.
    func push(
        _ push: SourcePush, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let source = try sources.named(push.source)
        guard case .socket = source.settings.kind else {
            throw Failure(
                .invalidState, "The source \(push.source) is of type \(source.settings.kind.word).",
                hint: "Only a source of type socket takes pushed fixes.")
        }
        let isHistory = push.history == true
        if isHistory {
            try histories.check(fixes: push.fixes.count, of: push.source, client)
        } else {
            try checkIsOpen(source)
        }
        let settings = PushedSettings(source.settings.decoding)
        let read = { @Sendable in
            push.fixes.map { PushedFixDecoder.read($0.bytes, settings) }
        }
        let settle = { @Loop (readings: [PushedFixDecoder.Reading]) in
            guard isHistory else {
                let push = FixPush(readings, to: source, countedBy: sources.engine)
                return push.isShort
                    ? take(push, request, client) : queue(push, request, client)
            }
            histories.take(readings, of: source, goesOn: push.more == true, request, client)
            client.release()
        }
        client.hold()
        guard push.fixes.count > FixPush.fixesAtOnce else { return settle(read()) }
        requests.run(read, then: settle)
    }

    /// Takes as many fixes as one turn allows, then continues after the turn of the other clients.
    private func take(_ push: consuming FixPush, _ request: Request, _ client: ClientConnection) {
        if push.takePart() {
            client.reply(push.pushed, to: request, whenDurableIn: log) { $2.problems.append($1) }
            return client.release()
        }
        queue(push, request, client)
    }

    /// Takes the next part of a push after the parts of other clients.
    private func queue(_ push: consuming FixPush, _ request: Request, _ client: ClientConnection) {
        let rest = push
        turns.add(to: .engine) {
            take(rest, request, client)
            turns.end(.engine)
        }
    }

    private func checkIsOpen(_ source: Source) throws(Failure) {
        guard !source.isStarted else { return }
        let name = source.settings.name
        guard !source.isIdle else {
            throw Failure(
                .sourceUnavailable,
                "The source \(name) is closed while no started monitor uses it (close_when_idle).",
                hint: "Start a monitor of it, or take close_when_idle out.")
        }
        throw Failure(
            .sourceUnavailable, "The source \(name) is stopped.",
            hint: "Start it with: geofencectl source start \(name), or Source.start.")
    }

    /// Returns the source of that name. Throws `invalidState` when it has no receiver text.
    private func rawSource(_ choice: SourceChoice) throws(Failure) -> Source {
        let source = try sources.named(choice.source)
        switch source.settings.kind {
        case .auto, .serial, .gpsd, .nmeaTCP, .nmeaUDP, .exec: return source
        case .socket, .recording, .simulated, .derived:
            throw Failure(
                .invalidState,
                "The source \(choice.source) is of type \(source.settings.kind.word): it "
                    + "delivers fixes and no raw text of a receiver.",
                hint:
                    "Fix.last returns them; geofencectl fix --follow shows them as they come.")
        }
    }
}
