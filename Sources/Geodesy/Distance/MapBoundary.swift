/// A boundary of which edges are drawn on a flat map.
struct MapBoundary: BitwiseCopyable, Sendable {
    /// The number of the shape.
    let shape: UInt32
    /// Metres on the earth before its edges for which they are drawn; infinite if they are not to be.
    let taken_m: Double
    private var firstEdge: Int32 = 0
    /// How many are its own; -1 before they are drawn.
    private var edgeCount: Int32 = -1

    init(shape: UInt32, taken_m: Double) {
        self.shape = shape
        self.taken_m = taken_m
    }

    var isDrawn: Bool { edgeCount >= 0 }

    /// Which of the edges on the map are its own: none before they are drawn.
    var edges: Range<Int> {
        get { Int(firstEdge)..<Int(firstEdge) &+ Int(max(0, edgeCount)) }
        set {
            firstEdge = Int32(truncatingIfNeeded: newValue.lowerBound)
            edgeCount = Int32(truncatingIfNeeded: newValue.count)
        }
    }
}
