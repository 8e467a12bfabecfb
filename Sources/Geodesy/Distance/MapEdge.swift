/// An edge of a boundary on a flat map, in metres.
struct MapEdge: BitwiseCopyable, Sendable {
    let start: SIMD2<Float>
    let end: SIMD2<Float>
    /// Metres before it that count as being there.
    let taken: Float
    /// Whose it is.
    let owner: UInt32

    /// So far away that it does not count.
    static let nowhere = MapEdge(
        start: SIMD2(repeating: 1e9), end: SIMD2(repeating: 1e9), taken: 0, owner: 0)
}
