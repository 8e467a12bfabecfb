extension ShapeStore {
    /// Adds shapes one by one and packs them.
    public struct Builder: ~Copyable {
        /// Vertices of shapes that need no part record.
        var vertices: GrowingColumn<SIMD2<Double>>
        var chainVertices: GrowingColumn<SIMD2<Double>>
        var drawnVertices: GrowingColumn<SIMD2<Double>>
        var nodes: GrowingColumn<IndexBox>
        var parts: GrowingColumn<PartRecord>
        var chains: GrowingColumn<ChainRecord>
        var shapes: GrowingColumn<ShapeRecord>
        var drawings: GrowingColumn<DrawingRecord>
        var drawnRings: GrowingColumn<DrawnRing>
        let memory: WorkingMemory
        private var outline = OutlineReader()

        /// Creates an empty builder that stores everything in `memory`.
        public init(in memory: WorkingMemory = .heap) {
            self.memory = memory
            vertices = GrowingColumn(in: memory)
            chainVertices = GrowingColumn(in: memory)
            drawnVertices = GrowingColumn(in: memory)
            nodes = GrowingColumn(in: memory)
            parts = GrowingColumn(in: memory)
            chains = GrowingColumn(in: memory)
            shapes = GrowingColumn(in: memory)
            drawings = GrowingColumn(in: memory)
            drawnRings = GrowingColumn(in: memory)
        }

        /// The number of shapes added so far.
        public var count: Int { shapes.count }

        /// Checks `shape`, stores it and returns its number.
        ///
        /// Repeated points and spikes (where the outline turns back on itself, exactly) are
        /// omitted: they contain no area, so they are not part of its boundary. After an error
        /// nothing is stored.
        public mutating func append(_ shape: Shape) throws(ShapeProblem) -> Int {
            let vertexCount = vertices.count + chainVertices.count + drawnVertices.count
            guard vertexCount < Self.vertexLimit else { throw .storeFull }
            switch shape {
            case .polygons(let polygons):
                try append(polygons: polygons)
            case .lines(let lines):
                try append(lines: lines)
            case .points(let points):
                try append(points: points)
            case .circle(let center, let radius):
                try append(circleAround: center, radius: radius)
            }
            return shapes.count - 1
        }

        /// Returns the bounds of an added shape: a box around all of its parts.
        public func boundingBox(of shape: Int) -> BoundingBox {
            shapes[shape].boundingBox(vertex: { vertices[$0] }, partBox: { parts[$0].box })
        }

        /// Records number vertices in 32 bits; one more shape must still fit, drawn and stored.
        private static let vertexLimit = Int(UInt32.max) - (1 << 29)

        private mutating func append(polygons: [Polygon]) throws(ShapeProblem) {
            guard !polygons.isEmpty else { throw .empty }
            var areas: [PolygonOutline] = []
            for (index, polygon) in polygons.enumerated() {
                areas.append(try outline.read(polygon, part: index))
            }
            if areas.count == 1, let ring = areas[0].shortRing {
                append(ring)
                return noteDrawing(of: ring, drawn: polygons[0])
            }
            let first = parts.count
            for area in Seams.joined(areas) { append(area) }
            appendShape(fromPart: first)
            noteDrawing(.polygons(polygons), fromPart: first)
        }

        private mutating func append(_ ring: [SIMD2<Double>]) {
            shapes.append(ShapeRecord(first: vertices.count, count: ring.count, kind: .ring))
            vertices.append(copying: ring.span)
        }

        private mutating func append(lines: [[Coordinate]]) throws(ShapeProblem) {
            guard !lines.isEmpty else { throw .empty }
            var paths: [[SIMD2<Double>]] = []
            for (index, line) in lines.enumerated() {
                paths.append(try outline.read(line: line, part: index))
            }
            let first = parts.count
            for path in paths { append(AreaOutline(line: path)) }
            appendShape(fromPart: first)
            noteDrawing(.lines(lines), fromPart: first)
        }

        private mutating func append(points: [Coordinate]) throws(ShapeProblem) {
            guard !points.isEmpty else { throw .empty }
            for (index, point) in points.enumerated() {
                try OutlineReader.check(point, at: ShapeProblem.Place(part: index))
            }
            shapes.append(
                ShapeRecord(first: vertices.count, count: points.count, kind: .points))
            for point in points { vertices.append(SIMD2(point.longitude, point.latitude)) }
        }

        private mutating func append(
            circleAround center: Coordinate, radius: Double
        ) throws(ShapeProblem) {
            try OutlineReader.check(center, at: ShapeProblem.Place(part: 0))
            guard radius > 0, radius <= ShapeProblem.radiusLimit else {
                throw .radiusOutOfRange(radius)
            }
            shapes.append(ShapeRecord(first: vertices.count, count: 1, kind: .circle))
            vertices.append(SIMD2(center.longitude, center.latitude))
            vertices.append(SIMD2(radius, 0))
        }

        private mutating func appendShape(fromPart first: Int) {
            shapes.append(
                ShapeRecord(first: first, count: parts.count - first, kind: .parts))
        }
    }
}
