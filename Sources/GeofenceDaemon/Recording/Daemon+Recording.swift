import Chronology
import Composition
import ControlProtocol
import FixRecorder
import Geofencing
import Positioning
import Settings
import SystemServices

extension Daemon {
    /// Records from now on that a run of the daemon began.
    func beginRecording() {
        recorder.changed = { [unowned self] in recorderChanged($0) }
        recorder.note(.started, at: BootClock.now())
    }

    /// Hands an input to the engine and to the recorder. What a source takes of another is recorded of that
    /// one.
    func take(_ input: Input) {
        let instant = desk.take(input)
        switch input {
        case .feedRunning(let isRunning, let source):
            guard !isDerived(source) else { return }
            recorder.note(.running(isRunning), source: source, at: instant)
        case .sourceRestarted(let source):
            guard !isDerived(source) else { return }
            recorder.note(.restarted, source: source, at: instant)
        case .wallClock(let offset_ns):
            recorder.note(.wallClock(offset_ns: offset_ns), at: instant)
        case .fix, .detailedFix, .tick, .configure, .changeFences, .setKind, .monitor,
            .messagesComposed, .restore:
            return
        }
    }

    private func isDerived(_ source: String) -> Bool {
        sources[source]?.settings.feed.parent != nil
    }

    /// Hands a fix to the engine, and to the recorder with what the engine made of it.
    func take(_ update: LocationUpdate, _ fix: Fix, of source: String) {
        let input: Input =
            sourcesWithDetails.contains(source)
            ? .detailedFix(update, FixDetails(fix), source: source) : .fix(update, source: source)
        let instant = desk.take(input)
        guard recorder.isOn, !isDerived(source) else { return }
        let refusal = desk.read { engine, _ in engine.refusal(of: source, at: instant) }
        recorder.note(
            .fix(update, details: FixDetails(fix), refusal: refusal?.rawValue),
            source: source, at: instant)
    }

    /// Reports a recorder that fails, and one that works again.
    func recorderChanged(_ failure: RecordingError?) {
        touchStatus()
        guard let failure else {
            return journal.post(JournalEntry(.notice, "fixes are recorded again"))
        }
        journal.post(
            JournalEntry(.warning, "fixes are not recorded: \(failure); they are evaluated as ever")
        )
    }

    /// The recorder as it stands.
    func recorderState() -> RecorderRecord {
        var record = RecorderRecord(
            state: recorder.isOn ? "ok" : "off", path: recorder.directory.path,
            bytes_limit: recorder.limit_bytes, days: recorder.days)
        record.bytes = recorder.usage.bytes
        record.oldest = recorder.usage.oldest?.rfc3339
        record.lost = recorder.lost
        if let failure = recorder.failure {
            record.state = failure.isFull ? "full" : "failing"
            record.message =
                "fixes are not recorded: \(failure); "
                + (failure.isFull
                    ? "make room, or lower record_mib" : "see df -h \(recorder.directory.path)")
        }
        return record
    }

    /// Answers with a page of what is recorded.
    func readRecording(
        _ query: RecordingQuery, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        guard request.id != nil else { return }
        let selection = RecordingSelection(
            since: try UTCInstant.given(query.since, as: "since"),
            until: try UTCInstant.given(query.until, as: "until"), source: query.source,
            after: query.after ?? -1)
        // The first page has what came in up to now.
        if query.after == nil { recorder.flush() }
        client.hold()
        recorder.read { directory in
            RecordingPage.read(selection, from: directory)
        } then: { page in
            switch page {
            case .success(let page): client.replyAway(page, to: request)
            case .failure(let failure):
                client.fail(Failure(.storageUnavailable, "\(failure)"), id: request.id)
            }
            client.release()
        }
    }

    /// Removes all that is recorded, and answers when it is gone.
    func removeRecording(_ request: Request, _ client: ControlClient) {
        client.hold()
        recorder.removeAll { outcome in
            switch outcome {
            case .success(let bytes): client.reply(RecordingRemoved(bytes: bytes), to: request)
            case .failure(let failure):
                client.fail(Failure(.storageUnavailable, "\(failure)"), id: request.id)
            }
            client.release()
        }
    }
}

extension RecordingPage {
    /// The next page of what is wanted.
    fileprivate static func read(
        _ selection: RecordingSelection, from directory: RecordingDirectory
    ) -> Result<RecordingPage, RecordingError> {
        var page = RecordingPage(entries: [])
        var text_bytes = 0
        do {
            let damage = try directory.read(selection) { entries in
                // Blocks are never cut, so that each page costs its own blocks alone.
                page.entries += entries.map(RecordingEntry.init)
                text_bytes += entries.reduce(0) { $0 + $1.input.text_bytes }
                let isFull =
                    page.entries.count >= Limits.recordedEntries
                    || text_bytes >= Recorder.blockText_bytes
                if isFull { page.next = entries.last?.number }
                return !isFull
            }
            page.damage = damage.sentences
            return .success(page)
        } catch let failure as RecordingError {
            return .failure(failure)
        } catch {
            preconditionFailure("reading a recording throws nothing else, but threw \(error)")
        }
    }
}
