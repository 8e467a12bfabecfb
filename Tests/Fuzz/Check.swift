import Chronology
import Geodesy
import Positioning

/// What must hold for every fix, whatever it was made of.
func check(_ fix: Fix) {
    precondition(abs(fix.position.latitude) <= 90, "latitude \(fix.position.latitude)")
    precondition(abs(fix.position.longitude) <= 180, "longitude \(fix.position.longitude)")
    if let speed = fix.speedMetresPerSecond { precondition(speed >= 0, "speed \(speed)") }
    if let course = fix.courseDegrees {
        precondition(course >= 0 && course < 360, "course \(course)")
    }
    if let heading = fix.headingDegrees {
        precondition(heading >= 0 && heading < 360, "heading \(heading)")
    }
    if let additional = fix.additional {
        precondition(additional.json.utf8.count <= FixAdditions.maximumBytes, "additions too large")
        precondition(!additional.json.utf8.contains(0x0A), "a line break in \(additional.json)")
    }
    if let accuracy = fix.horizontalAccuracy {
        precondition(accuracy.radius95Metres > 0, "accuracy \(accuracy)")
    }
    precondition((fix.time == nil) == (fix.timeQuality == .none), "time without quality")
    precondition(!fix.decodeLine.contains("nan"), "not a number in \(fix.decodeLine)")
    precondition(!fix.decodeLine.contains("inf"), "infinity in \(fix.decodeLine)")
}

/// Reads a whole recording in chunks and checks every fix.
func reports(_ bytes: [UInt8], _ format: TrackFormat, chunk: Int) -> [TimedReport] {
    var reader = TrackReader(format)
    var reports: [TimedReport] = []
    let note: (TimedReport) -> Void = { timed in
        if case .fix(let fix) = timed.report { check(fix) }
        if let last = reports.last { precondition(last.at <= timed.at, "time went back") }
        reports.append(timed)
    }
    var start = 0
    while start < bytes.count {
        let end = min(start + chunk, bytes.count)
        reader.receive(bytes.span.extracting(start..<end), note)
        start = end
    }
    reader.finish(note)
    return reports
}

/// The body of a target that reads recordings of one format: whole, and cut as the first byte says.
func fuzzRecording(_ start: UnsafePointer<UInt8>, _ count: Int, _ format: TrackFormat) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let chunk = 1 + Int(unsafe start[0] & 63)
    precondition(
        reports(bytes, format, chunk: max(1, bytes.count)) == reports(bytes, format, chunk: chunk),
        "the result depends on how the bytes are cut")
    _ = TrackFormat.detect(bytes.span)
    return 0
}
