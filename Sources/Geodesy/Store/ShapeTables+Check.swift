extension ShapeTables {
    /// Whether every record refers to records that are there, so that no measurement can leave the
    /// block. Vertices are not looked at: any number is safe, and they stay on disk until needed.
    var isSound: Bool {
        for i in 0..<shapes.count where !isSound(shapes[i]) { return false }
        for i in 0..<parts.count where !isSound(parts[i]) { return false }
        for i in 0..<chains.count where !isSound(chains[i]) { return false }
        for i in 0..<drawings.count where !isSound(drawings[i]) { return false }
        for i in 0..<drawnRings.count {
            let ring = drawnRings[i]
            guard Int(ring.firstVertex) + Int(ring.vertexCount) <= vertices.count else {
                return false
            }
        }
        return true
    }

    private func isSound(_ drawing: DrawingRecord) -> Bool {
        drawing.isFormKnown && Int(drawing.firstRing) + Int(drawing.ringCount) <= drawnRings.count
    }

    private func isSound(_ shape: ShapeRecord) -> Bool {
        let (first, count) = (Int(shape.first), Int(shape.count))
        guard shape.isKindKnown else { return false }
        switch shape.kind {
        case .ring:
            return 1...ChainIndex.shortChain ~= count && first + count <= vertices.count
                && shape.cellsStart >= 0
        case .points: return count > 0 && first + count <= vertices.count
        case .circle: return count == 1 && first + 2 <= vertices.count
        case .parts: return count > 0 && first + count <= parts.count
        }
    }

    private func isSound(_ part: PartRecord) -> Bool {
        Int(part.firstAreaChain) + Int(part.areaChainCount) <= chains.count
            && Int(part.firstEdgeChain) + Int(part.edgeChainCount) <= chains.count
            && isSound(part.box)
    }

    /// A part lies within the drawn longitudes, and the few turns by which it was moved.
    private func isSound(_ box: IndexBox) -> Bool {
        let limit = 10 * ShapeProblem.longitudeLimit
        return box.low.x >= -limit && box.high.x <= limit && box.low.y >= -90 && box.high.y <= 90
    }

    private func isSound(_ chain: ChainRecord) -> Bool {
        guard chain.vertexCount >= 2,
            Int(chain.firstVertex) + Int(chain.vertexCount) <= vertices.count
        else { return false }
        guard chain.firstNode != ChainRecord.noIndex else { return true }
        let boxes = ChainIndex.boxCount(edgeCount: chain.edgeCount)
        return Int(chain.firstNode) + boxes <= nodes.count
    }
}
