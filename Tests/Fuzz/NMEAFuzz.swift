import Chronology
import Geodesy
import Positioning

/// Bytes of a receiver: the result does not depend on how they are cut, and every fix is a place.
///
/// The first byte chooses. Odd: each line that follows is the body of a sentence and gets its frame
/// and checksum, because no fuzzer guesses checksums. Even: the bytes as they are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let choice = bytes.removeFirst()
    if choice & 1 == 1 {
        bytes = bytes.split(separator: UInt8(ascii: "\n")).flatMap { line in
            let checksum = line.reduce(0, ^)
            let digits = Array("0123456789ABCDEF".utf8)
            return [UInt8(ascii: "$")] + line
                + [UInt8(ascii: "*"), digits[Int(checksum >> 4)], digits[Int(checksum & 15)], 10]
        }
    }
    var settings = NMEASettings()
    settings.acceptsDeadReckoning = choice & 2 != 0
    settings.allowsNullIsland = choice & 4 != 0
    settings.repairsWeekRollover = choice & 8 != 0
    if choice & 16 != 0 { settings.buildDate = UTCInstant(rfc3339: "2026-06-01T00:00:00Z") }
    let whole = reports(bytes, settings, chunk: bytes.count)
    let cut = reports(bytes, settings, chunk: 1 + Int(choice >> 5))
    precondition(whole == cut, "the result depends on how the bytes are cut")
    return 0
}

private func reports(_ bytes: [UInt8], _ settings: NMEASettings, chunk: Int) -> [Report] {
    var decoder = NMEADecoder(settings)
    var reports: [Report] = []
    let now = BootInstant(nanoseconds: 0)
    let note: (Report) -> Void = { report in
        if case .fix(let fix) = report { check(fix) }
        reports.append(report)
    }
    var start = 0
    while start < bytes.count {
        let end = min(start + chunk, bytes.count)
        decoder.receive(bytes.span.extracting(start..<end), at: now, note)
        start = end
    }
    decoder.advance(to: now.advanced(bySeconds: 1), note)
    decoder.finish(at: now, note)
    return reports
}
