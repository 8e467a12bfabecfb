public import Geodesy

/// A fence as loaded: a shape with an identity, and what it says about itself.
public struct Fence: Sendable, Hashable {
    /// Stable identity within its set.
    public var id: String
    /// The name people read; the id where the file gives none.
    public var name: String
    /// The area, line or place as drawn, without any buffer.
    public var shape: Shape
    /// The feature's `properties` as JSON text (an object), or nil when it has none.
    public var properties: String?
    /// What the fence overrides of its monitor.
    public var settings: FenceSettings

    /// A fence with that identity and shape.
    public init(
        id: String, name: String? = nil, shape: Shape, properties: String? = nil,
        settings: FenceSettings = FenceSettings()
    ) {
        self.id = id
        self.name = name ?? id
        self.shape = shape
        self.properties = properties
        self.settings = settings
    }

    /// Metres of the radius of the least circle around the shape; nil for a shape that no fence can have.
    public var enclosingRadius_m: Double? {
        var builder = ShapeStore.Builder()
        guard (try? builder.append(shape)) != nil else { return nil }
        return builder.finish().enclosingCircle(of: 0).radius
    }
}
