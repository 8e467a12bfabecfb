import Geodesy
import Geofencing

/// Checks one fence for likely mistakes.
struct FenceLinter {
    let fence: Fence
    let use: FenceUse
    private let feature: Int
    private(set) var problems: [FenceProblem] = []

    /// The buffer around the shape in metres.
    var buffer_m: Double { fence.settings.buffer_m ?? use.buffer_m }

    init(_ fence: Fence, feature: Int, use: FenceUse) {
        self.fence = fence
        self.feature = feature
        self.use = use
    }

    mutating func lint() {
        var builder = ShapeStore.Builder()
        do throws(ShapeProblem) {
            _ = try builder.append(fence.shape)
        } catch {
            let (reason, place) = error.sentence
            return note(.rejected, reason, at: place)
        }
        switch fence.shape {
        case .points, .lines:
            lintExtent()
        case .polygons(let polygons):
            let store = builder.finish()
            lintRings(of: polygons)
            lintBoundary(of: store)
            lintParts(of: polygons)
            lintSize(of: store)
        case .circle:
            lintSize(of: builder.finish())
        }
        lintEdges()
    }

    mutating func note(
        _ severity: FenceProblem.Severity, _ reason: String, hint: String? = nil,
        at vertex: VertexPlace? = nil
    ) {
        problems.append(
            FenceProblem(
                severity, feature: feature, id: fence.id, vertex: vertex, reason, hint: hint))
    }

    private mutating func lintExtent() {
        guard buffer_m <= 0 else { return }
        note(
            .rejected, "a point or line has no inside without a buffer",
            hint: "set buffer_m in properties.geofence, or in the monitor that watches it")
    }
}

extension ShapeProblem {
    /// The message, with the place in the feature.
    fileprivate var sentence: (String, VertexPlace?) {
        switch self {
        case .empty: ("the geometry is empty", nil)
        case .notFinite(let place): ("a coordinate is not a finite number", VertexPlace(place))
        case .latitudeOutOfRange(let place, let latitude):
            ("the latitude \(latitude) is beyond 90 degrees", VertexPlace(place))
        case .longitudeOutOfRange(let place, let longitude):
            ("the longitude \(longitude) is out of range", VertexPlace(place))
        case .tooFewPoints(let place, let found):
            ("it has only \(found) distinct points", VertexPlace(place, isWhole: true))
        case .zeroArea(let place):
            ("all its points lie on one line", VertexPlace(place, isWhole: true))
        case .radiusOutOfRange(let radius): ("the radius \(radius) m is out of range", nil)
        case .storeFull: ("there are more vertices than supported", nil)
        }
    }
}

extension VertexPlace {
    fileprivate init(_ place: ShapeProblem.Place, isWhole: Bool = false) {
        self.init(part: place.part, ring: place.ring, vertex: isWhole ? nil : place.vertex)
    }
}

/// The settings with which fences will be used, as far as the linter needs them. The settings of a
/// fence take precedence.
public struct FenceUse: Sendable, Hashable {
    /// The range of a buffer and of an accuracy in metres: up to half the circumference of the
    /// Earth, the greatest possible distance.
    public static let distances_m = 0...Setting.longestDistance_m

    /// The buffer around every fence in metres.
    public var buffer_m = 0.0
    /// The horizontal accuracy in metres (95 %); by default of a modern receiver under open sky.
    public var accuracy_m = 5.0
    /// The enter tolerance, as a fraction of the radius of the enclosing circle.
    public var toleranceEnter = 0.0
    /// The exit tolerance, as a fraction of the radius of the enclosing circle.
    public var toleranceExit = 0.0

    /// Creates the defaults of a monitor.
    public init() {}
}
