extension ShapeStore {
    /// Returns the radius in metres of the largest circle inside `shape`, to about a hundredth: a
    /// fence can shrink by this before nothing is left. 0 for lines and points.
    ///
    /// Boxes that may contain a deeper place are divided into four repeatedly (V. Agafonkin, "A new
    /// algorithm for finding a visual center of a polygon", 2016).
    public func inradius(of shape: Int) -> Double {
        let record = tables.shapes[shape]
        switch record.kind {
        case .points: return 0
        case .circle: return tables.vertices[Int(record.first) + 1].x
        case .ring: return depth(of: shape, within: [Cell(boundingBox(of: shape), of: self, shape)])
        case .parts:
            let parts = Int(record.first)..<Int(record.first) + Int(record.count)
            guard parts.contains(where: { tables.parts[$0].areaChainCount > 0 }) else { return 0 }
            return depth(
                of: shape,
                within: parts.map { Cell(BoundingBox(tables.parts[$0].box), of: self, shape) })
        }
    }

    /// The greatest number of divisions: more change the third digit only. Countries need hundreds.
    private static let divisions = 1500

    private func depth(of shape: Int, within cells: [Cell]) -> Double {
        var cells = cells
        var best = cells.reduce(0) { max($0, $1.depth) }
        for _ in 0..<Self.divisions {
            guard let next = cells.indices.max(by: { cells[$0].reach < cells[$1].reach }),
                cells[next].reach > best * 1.01
            else { break }
            let cell = cells.remove(at: next)
            for quarter in cell.quarters {
                let part = Cell(quarter, of: self, shape)
                best = max(best, part.depth)
                if part.reach > best * 1.01 { cells.append(part) }
            }
        }
        return best
    }

    /// A box with bounds of the depth of its places.
    private struct Cell {
        let box: BoundingBox
        /// Metres from the centre to the boundary, negative outside.
        let depth: Double
        /// An upper bound of the depth of any place in the box.
        let reach: Double

        init(_ box: BoundingBox, of store: ShapeStore, _ shape: Int) {
            self.box = box
            let middle = Coordinate(
                latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
            let localFrame = LocalFrame(middle)
            depth = -store.signedDistance(from: localFrame, shape: shape)
            let halfHeight =
                (box.north - box.south) / 2 * radiansPerDegree * WGS84.greatestCurvatureRadius
            let widest = box.south > 0 ? box.south : box.north < 0 ? box.north : 0
            let halfWidth =
                (box.east - box.west) / 2 * radiansPerDegree * WGS84.greatestCurvatureRadius
                * cosine(widest * radiansPerDegree)
            reach = depth + length(halfWidth, halfHeight)
        }

        var quarters: [BoundingBox] {
            let x = (box.west + box.east) / 2
            let y = (box.south + box.north) / 2
            return [
                BoundingBox(west: box.west, south: box.south, east: x, north: y),
                BoundingBox(west: x, south: box.south, east: box.east, north: y),
                BoundingBox(west: box.west, south: y, east: x, north: box.north),
                BoundingBox(west: x, south: y, east: box.east, north: box.north),
            ]
        }
    }
}
