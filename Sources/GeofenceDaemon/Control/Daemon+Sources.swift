import Chronology
import Composition
import ControlProtocol
import Geofencing
import NIOCore
import Positioning
import Settings
import SystemServices

extension Daemon {
    /// Opens sources that are new in the configuration, those last that take the fixes of others.
    func add(_ sources: [SourceSettings]) {
        for source in sources where source.feed.parent == nil { add(source) }
        for source in sources where source.feed.parent != nil { add(source) }
    }

    /// Every source, in order of name.
    func sourceRecords() -> [SourceRecord] {
        sources.values.map(sourceRecord).sorted { $0.name < $1.name }
    }

    /// One source.
    func sourceRecord(_ source: Source) -> SourceRecord {
        let name = source.settings.name
        return desk.read { engine, _ in
            let health = engine.health(of: name)
            var record = source.record(refused: health?.refused ?? [:])
            if let failures = health?.filterFailures, failures > 0 {
                record.counters["filter.failed"] = Int64(failures)
            }
            let remarks = engine.remarks(of: name)
            if !remarks.isEmpty {
                record.remarks =
                    (record.remarks ?? [])
                    + remarks.map { .init(code: $0.code.rawValue, message: $0.message) }
            }
            return record
        }
    }

    /// One source with the checks of its fixes.
    func sourceDetail(_ source: Source) -> SourceRecord {
        var record = sourceRecord(source)
        let wall = WallClock.now()
        record.checks = desk.read { engine, now in
            engine.checks(of: source.settings.name)?.map { report in
                SourceCheckRecord(report) { wall.advanced(bySeconds: -now.seconds(since: $0)) }
            }
        }
        return record
    }

    /// The source of that name.
    func source(_ choice: SourceChoice) throws(Failure) -> Source {
        try source(named: choice.source)
    }

    /// The source of that name, when bytes come from it that can be watched.
    func rawSource(_ choice: SourceChoice) throws(Failure) -> Source {
        let source = try source(choice)
        switch source.settings.kind {
        case .auto, .serial, .gpsd, .nmeaTCP, .nmeaUDP, .exec: return source
        case .socket, .recording, .simulated, .derived:
            throw Failure(
                .invalidState,
                "The source \(choice.source) is of type \(source.settings.kind.word): fixes come from "
                    + "it, and no text of a receiver.",
                hint: "Fix.last tells them; geofencectl fix --follow shows them as they come.")
        }
    }

    /// The last fix of one source or of all that have one, and which ones the client follows.
    func lastFixes(_ query: FixQuery) throws(Failure) -> (FixList, String??) {
        let chosen: [Source]
        if let name = query.source {
            chosen = [try source(named: name)]
        } else {
            chosen = sources.values.sorted { $0.settings.name < $1.settings.name }
        }
        let now = BootClock.now()
        let fixes = chosen.compactMap { source -> FixRecord? in
            guard let fix = source.health.lastFix, let at = source.health.lastFixAt else {
                return nil
            }
            var record = FixRecord(
                fix, source: source.settings.name,
                receivedAt: source.lastFixReceived?.rfc3339)
            record.age_s = now.seconds(since: at)
            switch source.health.state {
            case .fix, .suspect: break
            case .stopped, .absent, .opening, .silent, .garbage, .nofix, .stale:
                record.last_known = true
            }
            return record
        }
        let followed: String?? = query.follow == true ? .some(query.source) : nil
        return (FixList(fixes: fixes), followed)
    }

    /// Takes fixes that a client pushes, now or as history, and answers it.
    func push(
        _ push: SourcePush, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let source = try source(named: push.source)
        guard case .socket = source.settings.kind else {
            throw Failure(
                .invalidState, "The source \(push.source) is of type \(source.settings.kind.word).",
                hint: "Only a source of type socket takes pushed fixes.")
        }
        let isHistory = push.history == true
        if isHistory { try checkHistory(of: push.fixes.count) }
        guard isHistory || source.isStarted else {
            guard !source.isIdle else {
                throw Failure(
                    .sourceUnavailable,
                    "The source \(push.source) is closed while no started monitor uses it "
                        + "(close_when_idle).",
                    hint: "Start a monitor of it, or take close_when_idle out.")
            }
            throw Failure(
                .sourceUnavailable, "The source \(push.source) is stopped.",
                hint: "Start it with: geofencectl source start \(push.source), or Source.start.")
        }
        let settings = PushedSettings(source.settings.decoding)
        let read = { @Sendable in
            push.fixes.map { PushedFixDecoder.read($0.bytes, settings) }
        }
        let settle = { @Loop [self] (readings: [PushedFixDecoder.Reading]) in
            guard isHistory else {
                let name = source.settings.name
                let push = FixPush(readings, to: source) { [self] in
                    desk.read { engine, _ in engine.health(of: name) } ?? FeedHealth()
                }
                return take(push, request, client)
            }
            takeHistory(readings, of: source, request, client)
            client.release()
        }
        client.hold()
        guard push.fixes.count > FixPush.fixesAtOnce else { return settle(read()) }
        requests.run(read, then: settle)
    }

    /// Takes as many fixes as the turn of a client allows, then goes on when others have had theirs.
    private func take(_ push: consuming FixPush, _ request: Request, _ client: ControlClient) {
        if push.takePart() {
            answer(push.pushed, request, client) { $2.problems.append($1) }
            return client.release()
        }
        let rest = push
        Loop.after(ControlClient.rest) { [self] in take(rest, request, client) }
    }

    /// Closes the sources that no started monitor uses, and opens again those that one does, as far as
    /// they are configured so.
    func reviewIdleSources() {
        guard !isStopping, sources.values.contains(where: \.settings.closesWhenIdle) else { return }
        var used = desk.read { engine, now in
            Set(engine.monitors(now: now).filter { $0.status == .started }.map(\.definition.source))
        }
        used.formUnion(used.compactMap { sources[$0]?.settings.feed.parent })
        for source in sources.values where source.settings.closesWhenIdle {
            source.use(used.contains(source.settings.name))
        }
    }

    /// Tells the clients that watch the raw text of a source that it was opened.
    func opened(_ source: Source) {
        server?.publish(
            raw: RawText(source: source.settings.name, openedAt: WallClock.rfc3339()))
    }

    /// Hands raw text of a source to the clients that watch it.
    func watched(_ bytes: ByteBuffer, _ source: Source) {
        let name = source.settings.name
        guard let server, server.isWatched(source: name) else { return }
        let text = String(decoding: bytes.readableBytesView, as: UTF8.self)
        server.publish(raw: RawText(source: name, time: WallClock.rfc3339(), text: text))
    }

    private func source(named name: String) throws(Failure) -> Source {
        guard let source = sources[name] else {
            throw .notFound("source", name, among: Array(sources.keys))
        }
        return source
    }
}
