import Geodesy

/// Finds the fences at a place by looking at every one of them: neither index nor memory of the
/// places before, nothing but what side of its outline a place is on.
struct BruteForce {
    private let store: ShapeStore
    /// West, south, -east, -north of each fence, so that one comparison looks at all four.
    private let boxes: [SIMD4<Double>]

    init(_ shapes: [Shape]) throws(ShapeProblem) {
        var builder = ShapeStore.Builder()
        for shape in shapes { _ = try builder.append(shape) }
        store = builder.finish()
        boxes = shapes.map(Self.box)
    }

    /// The numbers of the fences that the place is in or on the border of.
    func fences(at place: Coordinate) -> [Int] {
        let limits = SIMD4(
            place.longitude, place.latitude, -place.longitude, -place.latitude)
        return boxes.indices.filter { number in
            all(boxes[number] .<= limits) && store.side(of: place, shape: number) != .outside
        }
    }

    /// Edges are straight in longitude and latitude: the box of the vertices is that of the fence.
    private static func box(of shape: Shape) -> SIMD4<Double> {
        guard case .polygons(let polygons) = shape else {
            preconditionFailure("workloads have no fences but polygons")
        }
        var box = SIMD4<Double>(repeating: .infinity)
        for place in polygons.flatMap(\.rings).joined() {
            let corner = SIMD4(
                place.longitude, place.latitude, -place.longitude, -place.latitude)
            box = pointwiseMin(box, corner)
        }
        return box
    }
}
