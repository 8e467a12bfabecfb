/// What an event tells of its fence: all but the drawing.
struct FenceLabel: Sendable {
    var id: String
    var name: String
    var kind: FenceKind
    /// JSON text of an object.
    var properties: String?
}
