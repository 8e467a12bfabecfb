import TestSupport
import Testing

@testable import Geodesy

/// A store's bytes, as a compiled fence file holds them.
struct StoreBytesTests {
    private func bytesOfAllCases() throws -> [UInt8] {
        var builder = ShapeStore.Builder()
        for shape in ShapeCase.all { _ = try builder.append(shape.drawn()) }
        return unsafe builder.finish().withBytes { unsafe Array($0) }
    }

    @Test func mappedBytesGiveTheSameDistances() throws {
        let store = try #require(MappedBytes(bytesOfAllCases()).store)
        #expect(store.count == ShapeCase.all.count)
        for (number, shape) in ShapeCase.all.enumerated() {
            for place in shape.places.prefix(20) {
                let s = store.signedDistance(to: place.coordinate, shape: number)
                #expect(abs(s - place.s) <= ShapeCase.tolerance(place.s), "\(s) at \(place)")
            }
        }
    }

    @Test func truncatedBytesAreRefused() throws {
        let bytes = try bytesOfAllCases()
        for count in [0, 63, 64, bytes.count / 2, bytes.count - 1] {
            #expect(MappedBytes(Array(bytes.prefix(count))).store == nil)
        }
    }

    @Test func damagedBytesAreRefusedOrHarmless() throws {
        let bytes = try bytesOfAllCases()
        var random = SplitMix(seed: 42)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<8 {
                // The tables of records are at the end.
                let back = Int.random(in: 0..<4096, using: &random)
                damaged[bytes.count - 1 - back] = .random(in: .min ... .max, using: &random)
            }
            guard let store = MappedBytes(damaged).store else { continue }
            let place = Coordinate(latitude: 48.1, longitude: 179.9)
            for shape in 0..<store.count {
                _ = store.signedDistance(to: place, shape: shape)
                _ = store.side(of: place, shape: shape)
            }
        }
    }

    /// Where every shape had the parts of all others, one measurement would take as long as all.
    @Test func shapesThatShareTheirPartsAreRefused() throws {
        var builder = ShapeStore.Builder()
        for latitude in [47.0, 49.0] {
            let squares = [7.0, 9.0].map { longitude in
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
                    Coordinate(latitude: latitude + $0.1, longitude: longitude + $0.0)
                }
                return Polygon(rings: [corners])
            }
            _ = try builder.append(.polygons(squares))
        }
        var bytes = unsafe builder.finish().withBytes { unsafe Array($0) }
        let layout = unsafe bytes.withUnsafeBytes {
            unsafe $0.load(as: ShapeTables.Layout.self)
        }
        let count = layout.shapesOffset + 4
        #expect(layout.parts == 4 && bytes[count] == 2)
        #expect(MappedBytes(bytes).store != nil)
        bytes[count] = 4
        #expect(MappedBytes(bytes).store == nil)
    }
}

extension MappedBytes {
    fileprivate var store: ShapeStore? { unsafe ShapeStore(bytes: bytes, owner: self) }
}
