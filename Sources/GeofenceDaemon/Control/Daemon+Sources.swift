import Chronology
import Composition
import ControlProtocol
import Geodesy
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
            record.last_fix?.refused = engine.newestRefusal(of: name)?.rawValue
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
        let fixes = chosen.compactMap { source in
            var record =
                query.accepted == true
                ? acceptedFix(of: source, at: now) : lastFix(of: source, at: now)
            switch source.health.state {
            case .fix, .suspect: break
            case .stopped, .absent, .opening, .silent, .garbage, .nofix, .stale:
                record?.last_known = true
            }
            return record
        }
        let followed: String?? = query.follow == true ? .some(query.source) : nil
        return (FixList(fixes: fixes), followed)
    }

    /// The last fix of a source, with why it was refused.
    private func lastFix(of source: Source, at now: BootInstant) -> FixRecord? {
        guard let fix = source.health.lastFix, let at = source.health.lastFixAt else { return nil }
        let name = source.settings.name
        var record = FixRecord(fix, source: name, receivedAt: source.lastFixReceived?.rfc3339)
        record.age_s = now.seconds(since: at)
        record.refused = refusal(of: name)
        return record
    }

    /// The last accepted fix of a source in this run.
    private func acceptedFix(of source: Source, at now: BootInstant) -> FixRecord? {
        let name = source.settings.name
        guard
            let accepted = desk.read({ engine, _ in engine.lastAccepted(of: name, now: now) })
        else { return nil }
        let update = accepted.update
        var record: FixRecord
        if let last = lastFix(of: source, at: now), last.refused == nil,
            source.health.lastFix?.position == update.position
        {
            record = last
        } else {
            record = FixRecord(lat: update.position.latitude, lon: update.position.longitude)
            record.source = name
            record.time = update.time?.rfc3339
            record.accuracy_m = update.accuracy_m
            record.accuracy_level = update.accuracy_m.map { _ in update.accuracyLevel }
            record.altitude_m = update.altitude_m
            record.speed_mps = update.speed_mps
            record.course_deg = update.course_deg
            record.floor = update.floor
        }
        record.age_s = accepted.age_s
        if accepted.isStale { record.last_known = true }
        return record
    }

    /// Why the newest fix of a source was refused, as the word on the wire; nil when it was accepted.
    func refusal(of source: String) -> String? {
        desk.read { engine, _ in engine.newestRefusal(of: source)?.rawValue }
    }

    /// That a source gives fixes, but no accepted one; nil for any other.
    func refusalSentence(of source: Source) -> String? {
        let name = source.settings.name
        return desk.read { engine, now in
            guard source.health.state == .fix, engine.lastAccepted(of: name, now: now) == nil,
                let refusal = engine.newestRefusal(of: name)
            else { return nil }
            return "gives fixes, but none is accepted: \(refusal.words)"
        }
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

    /// Sends a mark to the clients that watch the raw text of a source when it was opened.
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
