public import Expressions
public import Geodesy

extension ExpressionValue {
    /// Creates a feature from a fence: its properties, with its id and name unless the properties
    /// have such keys.
    ///
    /// - Parameters:
    ///   - properties: the text of a JSON object.
    ///   - shape: the shape as drawn; nil for a feature without geometry.
    public init(fence id: String, name: String, properties: String?, shape: Shape?) {
        var attributes = ExpressionJSON.members(of: properties)
        for (key, value) in [("id", id), ("name", name)]
        where !attributes.contains(where: { $0.key.lowercased() == key }) {
            attributes.append(ExpressionMember(key, .text(value)))
        }
        self = .feature(attributes, shape.map(ExpressionGeometry.init))
    }
}
