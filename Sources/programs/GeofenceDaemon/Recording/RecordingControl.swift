import Chronology
import Composition
import ControlProtocol
import FixRecorder
import Geofencing

/// The methods `Recording.*`.
@Loop
struct RecordingControl {
    let recorder: Recorder

    /// Answers a request for one page of the recording.
    func read(
        _ query: RecordingQuery, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let selection = RecordingSelection(
            since: try UTCInstant.given(query.since, as: "since"),
            until: try UTCInstant.given(query.until, as: "until"), source: query.source,
            after: query.after ?? -1)
        // The first page includes the inputs up to now.
        if query.after == nil { recorder.flush() }
        client.hold()
        recorder.read { directory in
            RecordingPage.read(selection, from: directory)
        } then: { page in
            switch page {
            case .success(let page): client.replyAway(to: request) { page }
            case .failure(let failure):
                client.fail(Failure(.storageUnavailable, "\(failure)"), to: request)
            }
            client.release()
        }
    }

    /// Removes the recording and answers when it is removed.
    func remove(_: Nothing, _ request: Request, _ client: ClientConnection) {
        client.hold()
        recorder.removeAll { outcome in
            switch outcome {
            case .success(let bytes): client.reply(RecordingRemoved(bytes: bytes), to: request)
            case .failure(let failure):
                client.fail(Failure(.storageUnavailable, "\(failure)"), to: request)
            }
            client.release()
        }
    }
}

extension RecordingPage {
    /// Reads the next page of a selection.
    fileprivate static func read(
        _ selection: RecordingSelection, from directory: RecordingDirectory
    ) -> Result<RecordingPage, RecordingError> {
        var page = RecordingPage(entries: [])
        var text_bytes = 0
        do {
            let damage = try directory.read(selection) { entries in
                // Blocks are not divided, so that a page reads no block of another page.
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
