import Geodesy
import Geofencing

/// Looks at one fence for everything that would make it a poor one.
struct FenceSurvey {
    let fence: Fence
    let use: FenceUse
    private let feature: Int
    private(set) var problems: [FenceProblem] = []

    /// Metres around the shape.
    var buffer_m: Double { fence.settings.buffer_m ?? use.buffer_m }

    init(_ fence: Fence, feature: Int, use: FenceUse) {
        self.fence = fence
        self.feature = feature
        self.use = use
    }

    mutating func look() {
        var builder = ShapeStore.Builder()
        do throws(ShapeProblem) {
            _ = try builder.append(fence.shape)
        } catch {
            let (reason, place) = error.sentence
            return note(.rejected, reason, at: place)
        }
        switch fence.shape {
        case .points, .lines:
            lookAtExtent()
        case .polygons(let polygons):
            let store = builder.finish()
            lookAtRings(of: polygons)
            lookAtBoundary(of: store)
            lookAtParts(of: polygons)
            lookAtSize(of: store)
        case .circle:
            lookAtSize(of: builder.finish())
        }
        lookAtEdges()
    }

    mutating func note(
        _ severity: FenceProblem.Severity, _ reason: String, hint: String? = nil,
        at vertex: VertexPlace? = nil
    ) {
        problems.append(
            FenceProblem(
                severity, feature: feature, id: fence.id, vertex: vertex, reason, hint: hint))
    }

    private mutating func lookAtExtent() {
        guard buffer_m <= 0 else { return }
        note(
            .rejected, "a point or line has no inside without a buffer",
            hint: "set buffer_m in properties.geofence, or in the monitor that watches it")
    }
}

extension ShapeProblem {
    /// The problem for people, with its place in the feature.
    fileprivate var sentence: (String, VertexPlace?) {
        switch self {
        case .empty: ("the geometry is empty", nil)
        case .notFinite(let place): ("a coordinate is not a finite number", VertexPlace(place))
        case .latitudeOutOfRange(let place, let latitude):
            ("the latitude \(latitude) is beyond 90 degrees", VertexPlace(place))
        case .longitudeOutOfRange(let place, let longitude):
            ("the longitude \(longitude) is beyond all turns", VertexPlace(place))
        case .tooFewPoints(let place, let found):
            ("it has only \(found) different points", VertexPlace(place, isWhole: true))
        case .zeroArea(let place):
            ("all its points lie on one line", VertexPlace(place, isWhole: true))
        case .radiusOutOfRange(let radius): ("the radius \(radius) m is out of range", nil)
        case .storeFull: ("there are more vertices than can be numbered", nil)
        }
    }
}

extension VertexPlace {
    fileprivate init(_ place: ShapeProblem.Place, isWhole: Bool = false) {
        self.init(part: place.part, ring: place.ring, vertex: isWhole ? nil : place.vertex)
    }
}
