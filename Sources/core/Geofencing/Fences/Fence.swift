public import Geodesy

/// A fence as loaded: an identity, a shape and settings.
public struct Fence: Sendable, Hashable {
    /// The stable identity of the fence within its set.
    public var id: String
    /// The name for users; the id when the file gives no name.
    public var name: String
    /// The area, line or place from the file, without any buffer.
    public var shape: Shape
    /// The `properties` of the feature as JSON text (an object); nil when it has none.
    public var properties: String?
    /// The settings with which the fence overrides its monitor.
    public var settings: FenceSettings

    /// Creates a fence with that identity and shape.
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

    /// The radius in metres of the smallest circle around the shape; nil for an invalid shape.
    public var enclosingRadius_m: Double? {
        var builder = ShapeStore.Builder()
        guard (try? builder.append(shape)) != nil else { return nil }
        return builder.finish().enclosingCircle(of: 0).radius
    }
}
