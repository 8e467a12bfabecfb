import Chronology
import Measuring
import Positioning

/// What decoding a log took and gave.
struct Decoding {
    /// As much as one read of a fast source brings.
    static let chunkBytes = 64 * 1024

    private(set) var sentences = 0
    private(set) var fixes = 0
    /// Using the fixes keeps the optimizer from dropping what makes them.
    private(set) var speedSum = 0.0
    private(set) var spent_ns = 0.0
    private(set) var grownBytes = 0
    /// What was allocated; nil where nothing counts.
    private(set) var allocations: Int?

    /// Turns the bytes of a log into fixes, as the daemon would.
    init(_ log: [UInt8], by decoder: consuming some StreamDecoder) {
        var decoder = decoder
        var fixes = 0
        var speedSum = 0.0
        let now = BootInstant(nanoseconds: 0)
        let note: (Report) -> Void = { report in
            guard case .fix(let fix) = report else { return }
            fixes += 1
            speedSum += fix.speedMetresPerSecond ?? 0
        }
        let memoryBefore = Memory.now()
        let allocated = Allocations.count()
        let began_ns = processorTime_ns()
        var start = 0
        while start < log.count {
            let end = min(start + Self.chunkBytes, log.count)
            decoder.receive(log.span.extracting(start..<end), at: now, note)
            start = end
        }
        decoder.finish(at: now, note)
        spent_ns = processorTime_ns() - began_ns
        if let before = allocated { allocations = Allocations.count().map { $0 - before } }
        grownBytes = Memory.now().anonymous - memoryBefore.anonymous
        sentences = decoder.counts.sentences
        self.fixes = fixes
        self.speedSum = speedSum
    }
}
