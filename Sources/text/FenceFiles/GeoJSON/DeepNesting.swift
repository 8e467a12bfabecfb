/// The error for coordinates nested one level too deep: an array instead of a number.
struct DeepNesting: Error {
    /// The place of the array.
    let vertex: VertexPlace
}
