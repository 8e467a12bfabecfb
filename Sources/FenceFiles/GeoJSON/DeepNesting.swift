/// An array where a number of a position was expected: coordinates of a type that is nested deeper.
struct DeepNesting: Error {
    /// Where.
    let vertex: VertexPlace
}
