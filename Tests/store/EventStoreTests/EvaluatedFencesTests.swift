import Geofencing
import Testing

@testable import EventStore

/// The stored form of the fences that a monitor has evaluated.
struct EvaluatedFencesTests {
    private let digest: FenceDigest

    init() throws {
        let sums = (0..<FenceDigest.groupCount).map { UInt32($0) &* 0x9e37_79b9 }
        digest = try #require(FenceDigest(sums: sums))
    }

    @Test func evaluatedFencesRoundTrip() throws {
        let evaluated = EvaluatedFences(
            rules: [FenceClass(.global): 0x0123_4567_89ab_cdef],
            fences: digest)
        let place = evaluated.bytes.firstIndex(of: 0xef)
        #expect(place.map { $0 % 8 } == 0)
        #expect(EvaluatedFences(bytes: evaluated.bytes) == evaluated)
        #expect(EvaluatedFences(bytes: evaluated.bytes.dropLast()) == nil)
        #expect(EvaluatedFences(bytes: Array("123456".utf8)) == nil)
    }

    @Test(arguments: [7, nil] as [Int64?])
    func evaluatedFencesRoundTripWhileUnknown(time_ns: Int64?) {
        var evaluated = EvaluatedFences(
            rules: [FenceClass(.level): 1, FenceClass(.global, isLimited: true): 2],
            fences: digest)
        evaluated.unknownSince = [FenceClass(.level): SavedInstant(time_ns: time_ns, boot_ns: 9)]
        #expect(EvaluatedFences(bytes: evaluated.bytes) == evaluated)
        #expect(EvaluatedFences(bytes: evaluated.bytes.dropLast()) == nil)
        evaluated.unknownSince = [FenceClass(.level): SavedInstant(time_ns: time_ns, boot_ns: -9)]
        #expect(EvaluatedFences(bytes: evaluated.bytes) == nil)
    }

    /// An earlier version knew only of kinds.
    @Test func evaluationsOfAKindHoldForItsClasses() {
        let sums = digest.sums.flatMap { sum in
            (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
        }
        let hashes = FenceKind.allCases.flatMap { kind in
            [UInt8](repeating: 0, count: 7) + [kind == .level ? 1 : 0]
        }
        #expect(
            EvaluatedFences(bytes: hashes + sums)
                == EvaluatedFences(
                    rules: [
                        FenceClass(.level): 1 << 56,
                        FenceClass(.level, isLimited: true): 1 << 56,
                    ], fences: digest))
    }
}
