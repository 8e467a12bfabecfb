internal import Chronology
internal import Composition
internal import ControlProtocol
internal import FixRecorder

/// The recording of the daemon: from the daemon, or from its files where no daemon responds.
struct RecordedFixes {
    /// The result of reading.
    struct Outcome {
        /// The number of fixes.
        var fixes = 0
        /// The unreadable parts, one sentence each.
        var damage: [String] = []
        /// The number of run-time changes of fences, which no file has; 0 without a daemon.
        var runtimeFences = 0
    }

    /// The connection options.
    var connection: ConnectionOptions
    /// The directory of the files, for when the daemon does not respond.
    var stateDirectory: String
    /// The selected part of the recording.
    var selection: RecordingSelection

    /// Passes every entry to `take`, in the order in which the engine received them.
    func read(_ take: (RecordedEntry) throws -> Void) throws -> Outcome {
        var outcome = Outcome()
        var hasBegun = false
        let count: (RecordedEntry) throws -> Void = { entry in
            hasBegun = true
            if case .fix = entry.input.content { outcome.fixes += 1 }
            try take(entry)
        }
        do {
            let client = try connection.connect()
            outcome.damage = try pages(of: client, count)
            let status = try client.call(.daemonStatus, Nothing(), as: DaemonStatus.self)
            outcome.runtimeFences = status.runtime_fences?.count ?? 0
        } catch let failure as CommandFailure where failure.status == .unreachable {
            // Only before the first entry: after a lost connection, `take` would get entries twice.
            guard !hasBegun else { throw failure }
            outcome.damage = try files(count, unless: failure)
        }
        return outcome
    }

    private func pages(
        of client: Client, _ take: (RecordedEntry) throws -> Void
    ) throws -> [String] {
        var query = RecordingQuery(
            since: selection.since?.rfc3339, until: selection.until?.rfc3339,
            source: selection.source)
        var damage: [String] = []
        repeat {
            let page = try client.call(.recordingRead, query, as: RecordingPage.self)
            for entry in page.entries.compactMap(RecordedEntry.init) { try take(entry) }
            // Every page that contains a damaged block reports it.
            for sentence in page.damage ?? [] where !damage.contains(sentence) {
                damage.append(sentence)
            }
            query.after = page.next
        } while query.after != nil
        return damage
    }

    /// Reads the files with the rights of the calling user.
    private func files(
        _ take: (RecordedEntry) throws -> Void, unless unreachable: CommandFailure
    ) throws -> [String] {
        let directory = RecordingDirectory(in: stateDirectory)
        do {
            let damage = try directory.read(selection) { entries in
                for entry in entries { try take(entry) }
                return true
            }
            return damage.sentences ?? []
        } catch let error as RecordingError {
            throw CommandFailure(
                .noPermission, "\(unreachable.message) Without it: \(error).",
                hint: "Start it with: systemctl start geofenced, or read its files with sudo.")
        }
    }
}
