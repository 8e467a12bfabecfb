import Chronology
import ControlProtocol
import FixRecorder
import Suggestions

extension Recorder {
    /// The state of the recorder, as on the wire.
    var record: RecorderRecord {
        var record = RecorderRecord(
            state: isOn ? "ok" : "off", path: directory.path, bytes_limit: limit_bytes, days: days)
        record.bytes = usage.bytes
        record.oldest = usage.oldest?.rfc3339
        record.lost = lost
        if let failure {
            record.state = failure.isFull ? "full" : "failing"
            record.message =
                "fixes are not recorded: \(failure); "
                + (failure.isFull
                    ? "make room, or lower record_mib" : "see df -h \(directory.path)")
        }
        return record
    }
}

extension RecordingWriter.Removal {
    /// What was removed, and by which limit.
    @Loop
    func sentence(limitedBy recorder: Recorder) -> String {
        let why =
            switch reason {
            case .size: "it exceeded record_mib = \(recorder.limit_bytes >> 20)"
            case .age: "they were older than record_days = \(recorder.days)"
            case .space: "the disk is full"
            }
        return "the oldest of the recording was removed, \(counted(files, "file")) of "
            + "\(bytes) bytes: \(why)"
    }
}
