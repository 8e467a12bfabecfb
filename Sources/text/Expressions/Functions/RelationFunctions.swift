/// Functions that compare the positions of two geometries.
enum RelationFunctions {
    static let all: [Builtin] = [
        relation("Intersects", "a, b", "whether two geometries share a place") {
            (r) throws(ExpressionError) in try r.intersects
        },
        relation("Disjoint", "a, b", "whether two geometries share no place") {
            (r) throws(ExpressionError) in try !r.intersects
        },
        relation("Contains", "container, inside", "whether the first holds the second") {
            (r) throws(ExpressionError) in try r.contains
        },
        relation("Within", "inner, outer", "whether the second holds the first", isReversed: true) {
            (r) throws(ExpressionError) in try r.contains
        },
        relation("Touches", "a, b", "whether they share places of their boundaries only") {
            (r) throws(ExpressionError) in try r.touches
        },
        relation("Crosses", "a, b", "whether one passes through the other") {
            (r) throws(ExpressionError) in try r.crosses
        },
        relation("Overlaps", "a, b", "whether they share a part, and each has one of its own") {
            (r) throws(ExpressionError) in try r.overlaps
        },
        relation("Equals", "a, b", "whether two geometries are the same place") {
            (r) throws(ExpressionError) in try r.equals
        },
        Builtin("EnvelopeIntersects", "a, b", 2...2, "whether the boxes around them share a place")
        {
            (arguments, evaluator) throws(ExpressionError) in
            guard let (a, b) = try arguments.geometries(evaluator), let first = a.box,
                let second = b.box
            else { return .bool(false) }
            return .bool(
                first.least.x <= second.greatest.x && second.least.x <= first.greatest.x
                    && first.least.y <= second.greatest.y && second.least.y <= first.greatest.y)
        },
        Builtin("RingIsClockwise", "points", 1...1, "whether a ring runs clockwise") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator) else { return .bool(false) }
            return .bool(doubleArea(shape.ringed.parts.first?.map(\.vector) ?? []) < 0)
        },
        Builtin("IsSelfIntersecting", "geometry", 1...1, "whether its lines cross each other") {
            (arguments, evaluator) throws(ExpressionError) in
            .bool(try isSelfIntersecting(arguments, evaluator))
        },
        Builtin("IsSimple", "geometry", 1...1, "whether its lines do not cross each other") {
            (arguments, evaluator) throws(ExpressionError) in
            .bool(try !isSelfIntersecting(arguments, evaluator))
        },
    ]

    /// Returns a relation of two geometries; false when either is null.
    private static func relation(
        _ name: String, _ parameters: String, _ summary: String, isReversed: Bool = false,
        _ holds: @escaping @Sendable (Relations) throws(ExpressionError) -> Bool
    ) -> Builtin {
        Builtin(name, parameters, 2...2, summary) {
            (arguments, evaluator) throws(ExpressionError) in
            guard let (a, b) = try arguments.geometries(evaluator) else { return .bool(false) }
            return .bool(
                try holds(isReversed ? Relations(b, a, evaluator) : Relations(a, b, evaluator)))
        }
    }

    private static func isSelfIntersecting(
        _ arguments: [Value], _ evaluator: Evaluator
    ) throws(ExpressionError) -> Bool {
        guard let shape = try arguments.geometry(0, evaluator)?.drawn else { return false }
        let edges = shape.edges
        for (index, edge) in edges.enumerated() {
            try evaluator.charge(Edge.meeting_bytes * (edges.count - index))
            for other in edges[(index + 1)...] {
                let meetings = edge.meetings(with: other, tolerance: 0)
                // Adjacent edges share an end; anything more is a crossing or an overlap.
                let isShared = meetings.allSatisfy { u in
                    let place = edge.place(u)
                    return (place == edge.a || place == edge.b)
                        && (place == other.a || place == other.b)
                }
                if !isShared || Set(meetings).count > 1 { return true }
            }
        }
        return false
    }
}
