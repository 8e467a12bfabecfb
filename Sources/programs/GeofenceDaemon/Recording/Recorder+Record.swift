import Chronology
import ControlProtocol
import FixRecorder

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
