/// Coordinates nested one level too deep: an array where a number was expected.
struct DeepNesting: Error {
    /// The position.
    let vertex: VertexPlace
}
