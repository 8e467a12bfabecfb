/// A checked ring with unwrapped longitudes.
struct Ring {
    /// Open if the ring ends where it starts. A ring around the earth ends a whole turn from its
    /// start.
    var vertices: [SIMD2<Double>]
    /// The number of eastward turns that the ring makes round the earth.
    var turns: Int

    var isClosed: Bool { turns == 0 }

    var box: IndexBox {
        var box = IndexBox.nowhere
        for vertex in vertices { box.include(vertex) }
        return box
    }

    mutating func shift(byTurns count: Double) {
        guard count != 0 else { return }
        for i in vertices.indices { vertices[i].x += 360 * count }
    }

    /// Moves the ring by whole turns to its position in `outer`, if it is not there already.
    mutating func shift(onto outer: IndexBox) {
        let own = box
        let (low, high) = (own.low.x, own.high.x)
        guard low < outer.low.x || high > outer.high.x else { return }
        for turns in [1.0, -1, 2, -2]
        where low + 360 * turns >= outer.low.x && high + 360 * turns <= outer.high.x {
            shift(byTurns: turns)
            return
        }
    }

    /// Reverses the ring where necessary, so that the area lies on the left: an outline runs
    /// counterclockwise, a hole clockwise.
    mutating func wind(asHole isHole: Bool) {
        let isAreaLeft = isClosed ? doubleSignedArea > 0 : (turns > 0) == circlesNorthPole
        guard isAreaLeft == isHole else { return }
        vertices.reverse()
        turns = -turns
    }

    /// Twice the area in square degrees, positive if the ring runs counterclockwise.
    var doubleSignedArea: Double {
        guard let origin = vertices.first else { return 0 }
        var sum = 0.0
        var a = vertices[vertices.count - 1] - origin
        for vertex in vertices {
            let b = vertex - origin
            sum += a.x * b.y - a.y * b.x
            a = b
        }
        return sum
    }

    /// For a ring around the earth: whether the smaller side contains the north pole.
    var circlesNorthPole: Bool {
        var sum = 0.0
        for i in 1..<vertices.count {
            let (a, b) = (vertices[i - 1], vertices[i])
            sum += (b.x - a.x) * sine((a.y + b.y) / 2 * radiansPerDegree)
        }
        return sum * Double(turns) > 0
    }
}
