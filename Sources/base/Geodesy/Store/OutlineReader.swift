/// Converts drawn rings and lines into checked, unwrapped ones.
struct OutlineReader {
    /// Reads all rings of `polygon`, the holes on the same turn as the outline.
    func read(_ polygon: Polygon, part: Int) throws(ShapeProblem) -> PolygonOutline {
        guard !polygon.rings.isEmpty else { throw .empty }
        var rings: [Ring] = []
        rings.reserveCapacity(polygon.rings.count)
        for (index, ring) in polygon.rings.enumerated() {
            let place = ShapeProblem.Place(part: part, ring: index)
            var read = try self.read(ring: ring, at: place)
            read.wind(asHole: index > 0)
            if let outer = rings.first { read.shift(onto: outer.box) }
            rings.append(read)
        }
        return PolygonOutline(rings: rings)
    }

    /// Reads a line without its repeated points; a line whose points are all equal keeps two.
    func read(line: [Coordinate], part: Int) throws(ShapeProblem) -> [SIMD2<Double>] {
        let place = ShapeProblem.Place(part: part)
        guard line.count >= 2 else { throw .tooFewPoints(place, found: line.count) }
        var path = try unwrap(line, at: place)
        if path.count == 1 { path.append(path[0]) }
        return path
    }

    /// Throws unless `coordinate` is a place on earth.
    static func check(
        _ coordinate: Coordinate, at place: ShapeProblem.Place
    ) throws(ShapeProblem) {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        guard latitude.isFinite, longitude.isFinite else { throw .notFinite(place) }
        guard abs(latitude) <= 90 else { throw .latitudeOutOfRange(place, latitude: latitude) }
        guard abs(longitude) <= ShapeProblem.longitudeLimit else {
            throw .longitudeOutOfRange(place, longitude: longitude)
        }
    }

    private func read(
        ring drawn: [Coordinate], at place: ShapeProblem.Place
    ) throws(ShapeProblem) -> Ring {
        var path = try unwrap(drawn, at: place)
        var turns = 0
        if let first = path.first, let last = path.last, path.count > 1 {
            let end = longitude(first.x, nearest: last.x)
            turns = Int(((end - first.x) / 360).rounded())
            if turns == 0, first == last {
                path.removeLast()
            } else if turns != 0, last != SIMD2(end, first.y) {
                path.append(SIMD2(end, first.y))
            }
            PoleColumns.straighten(&path, turns: turns)
        }
        guard path.count >= 3 else { throw .tooFewPoints(place, found: path.count) }
        if turns == 0 {
            path = Self.withoutSpikes(path)
            guard path.count >= 3 else { throw .zeroArea(place) }
        } else {
            path = Self.withoutSpikes(path, turns: Double(turns))
        }
        return Ring(vertices: path, turns: turns)
    }

    /// Returns the vertices without repetitions, each longitude on the turn that is nearest to the
    /// previous one.
    private func unwrap(
        _ drawn: [Coordinate], at place: ShapeProblem.Place
    ) throws(ShapeProblem) -> [SIMD2<Double>] {
        var path: [SIMD2<Double>] = []
        path.reserveCapacity(drawn.count)
        for (index, coordinate) in drawn.enumerated() {
            var here = place
            here.vertex = index
            try Self.check(coordinate, at: here)
            guard let last = path.last else {
                path.append(SIMD2(coordinate.longitude, coordinate.latitude))
                continue
            }
            // A full turn as drawn remains one, also if its decimals are rounded in binary. Any
            // other step of more than half a turn takes the short direction.
            let step = coordinate.longitude - drawn[index - 1].longitude
            let isFullTurn = abs(abs(step) - 360) <= PolygonOutline.nearness
            let target = isFullTurn ? last.x + step : last.x
            let vertex = SIMD2(
                longitude(coordinate.longitude, nearest: target), coordinate.latitude)
            if vertex != last { path.append(vertex) }
        }
        return path
    }

    /// Returns the ring without the points at which it turns exactly back on itself.
    private static func withoutSpikes(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
        // Hardly any ring has one, and the search costs less than a copy.
        guard hasSpike(ring) else { return ring }
        var kept: [SIMD2<Double>] = []
        kept.reserveCapacity(ring.count)
        for vertex in ring {
            push(vertex, onto: &kept)
        }
        // The connection between last and first vertex can contain spikes too.
        var start = 0
        while kept.count - start >= 3 {
            let (last, first) = (kept[kept.count - 1], kept[start])
            if last == first || turnsBack(kept[kept.count - 2], last, first) {
                kept.removeLast()
            } else if turnsBack(last, first, kept[start + 1]) {
                start += 1
            } else {
                break
            }
        }
        return start == 0 ? kept : Array(kept[start...])
    }

    /// Removes spikes from a ring around the earth that ends `turns` from its start: a cut to the
    /// pole and back is a spike, too.
    private static func withoutSpikes(
        _ ring: [SIMD2<Double>], turns: Double
    ) -> [SIMD2<Double>] {
        let turn = SIMD2(360 * turns, 0)
        var kept: [SIMD2<Double>] = []
        for vertex in ring { push(vertex, onto: &kept) }
        // A ring that starts at the tip of a spike starts at the next vertex instead.
        while kept.count >= 3, turnsBack(kept[kept.count - 2] - turn, kept[0], kept[1]) {
            kept.removeFirst()
            kept.removeLast()
            let end = kept[0] + turn
            push(end, onto: &kept)
        }
        return kept
    }

    private static func hasSpike(_ ring: [SIMD2<Double>]) -> Bool {
        guard ring.count >= 2 else { return false }
        var (a, b) = (ring[ring.count - 2], ring[ring.count - 1])
        if b == ring[0] { return true }
        for c in ring {
            if turnsBack(a, b, c) { return true }
            (a, b) = (b, c)
        }
        return false
    }

    private static func push(_ vertex: SIMD2<Double>, onto ring: inout [SIMD2<Double>]) {
        while ring.count >= 2,
            turnsBack(ring[ring.count - 2], ring[ring.count - 1], vertex)
        {
            ring.removeLast()
        }
        if ring.last != vertex { ring.append(vertex) }
    }

    private static func turnsBack(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
    ) -> Bool {
        ((b - a) * (c - b)).sum() < 0 && orientation(a, b, c) == 0
    }
}
