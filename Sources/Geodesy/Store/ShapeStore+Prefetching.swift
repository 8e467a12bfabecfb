/// Where many shapes lie far apart in memory, most of the time of a measurement goes to fetching them.
/// So whoever is about to measure several has all of them fetched first, in two rounds.
extension ShapeStore {
    /// Has the record of a shape fetched: the first round.
    public func prefetch(_ shape: Int) { prefetch(shape..<shape &+ 1) }

    /// The same with those of several.
    public func prefetch(_ shapes: Range<Int>) { tables.shapes.prefetch(shapes) }

    /// Has the outline of a shape fetched where it is one short ring, as most are: the second round,
    /// which reads the record.
    public func prefetchOutline(of shape: Int) {
        let record = tables.shapes[shape]
        guard record.kind == .ring else { return }
        tables.vertices.prefetch(Int(record.first)..<Int(record.first) + Int(record.count))
    }
}
