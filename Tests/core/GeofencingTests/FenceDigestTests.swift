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
}
