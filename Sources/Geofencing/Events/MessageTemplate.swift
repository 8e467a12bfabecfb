/// The text of an event's message, with places to fill: `{event.type}`, `{fence.name}`,
/// `{fence.id}`, `{fence.properties.KEY}`, `{monitor.name}`.
///
/// This is the seam where an expression will be evaluated.
public struct MessageTemplate: Sendable, Hashable {
    /// The text as configured.
    public let text: String

    /// The template, as configured. A place that names nothing known is a problem of `Settings`.
    public init(_ text: String) {
        self.text = text
    }
}
