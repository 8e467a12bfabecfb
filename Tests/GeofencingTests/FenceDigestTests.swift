import Geodesy
import Testing

@testable import Geofencing

/// The digest of a catalog: the same for the same fences however they came together, and in every
/// edit another, with few fences beside the edited ones in its groups.
struct FenceDigestTests {
    private static let count = 4_000

    private func fence(_ number: Int, radius: Double = 30) -> Fence {
        let place = Coordinate(latitude: 52, longitude: 4 + Double(number) / 100)
        return Fence(id: "f\(number)", shape: .circle(center: place, radius: radius))
    }

    private func catalog(_ fences: [Fence]) -> FenceCatalog {
        FenceCatalog.make(FenceSetName("f"), FenceSet.make(fences))
    }

    @Test func digestDependsOnlyOnTheFences() {
        let fences = (0..<Self.count).map { fence($0) }
        let read = catalog(fences)
        let edited = fence(7, radius: 31)
        let made = catalog([edited] + fences.dropFirst(10).reversed()).applying(
            fences.prefix(10).map { .add($0) } + [.remove(id: "f9"), .add(fences[9])])
        #expect(made.digest == read.digest)
        #expect(read.applying([.replace(edited)]).digest != read.digest)
        #expect(read.applying([.replace(edited), .replace(fences[7])]).digest == read.digest)
        #expect(catalog([]).applying([.add(edited), .remove(id: "f7")]).digest == FenceDigest())
    }

    @Test func showsAnEditInTheGroupOfItsFence() {
        let before = catalog((0..<Self.count).map { fence($0) })
        for number in 0..<100 {
            let after = before.applying([.replace(fence(number, radius: 31))])
            let groups = after.digest.groups(differingFrom: before.digest)
            #expect(groups.count == 1)
            let suspects = after.numbers.filter { groups.contains(after.digestGroup(of: $0)) }
            #expect(suspects.contains { after.id($0) == "f\(number)" })
            #expect(suspects.count < 20)
        }
    }

    @Test func digestRoundTrips() throws {
        let evaluated = EvaluatedFences(
            rules: [FenceClass(.global): 0x0123_4567_89ab_cdef],
            fences: catalog((0..<9).map { fence($0) }).digest)
        let place = evaluated.bytes.firstIndex(of: 0xef)
        #expect(place.map { $0 % 8 } == 0)
        #expect(EvaluatedFences(bytes: evaluated.bytes) == evaluated)
        #expect(EvaluatedFences(bytes: evaluated.bytes.dropLast()) == nil)
        #expect(EvaluatedFences(bytes: Array("123456".utf8)) == nil)
    }

    @Test(arguments: [7, nil] as [Int64?])
    func digestRoundTripsWhileUnknown(time_ns: Int64?) {
        var evaluated = EvaluatedFences(
            rules: [FenceClass(.level): 1, FenceClass(.global, isLimited: true): 2],
            fences: catalog([fence(1)]).digest)
        evaluated.unknownSince = [FenceClass(.level): SavedInstant(time_ns: time_ns, boot_ns: 9)]
        #expect(EvaluatedFences(bytes: evaluated.bytes) == evaluated)
        #expect(EvaluatedFences(bytes: evaluated.bytes.dropLast()) == nil)
        evaluated.unknownSince = [FenceClass(.level): SavedInstant(time_ns: time_ns, boot_ns: -9)]
        #expect(EvaluatedFences(bytes: evaluated.bytes) == nil)
    }

    /// An earlier version knew only of kinds.
    @Test func evaluationsOfAKindHoldForItsClasses() {
        let fences = catalog([fence(1)]).digest
        let sums = fences.sums.flatMap { sum in
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
                    ], fences: fences))
    }
}
