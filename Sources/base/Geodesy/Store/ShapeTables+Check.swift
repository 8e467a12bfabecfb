extension ShapeTables {
    /// Whether every record refers to existing records, so that no measurement can leave the block,
    /// and all records together to no more than exist, so that no measurement takes longer than one
    /// pass through the block.
    ///
    /// Vertices and boxes of nodes are not checked: they are most of the block and should stay on
    /// disk until they are needed, and every computation terminates for any number, right or wrong.
    var isSound: Bool {
        var uses = Uses()
        for i in 0..<shapes.count where !isSound(shapes[i], &uses) { return false }
        for i in 0..<parts.count where !isSound(parts[i], &uses) { return false }
        for i in 0..<chains.count where !isSound(chains[i], &uses) { return false }
        for i in 0..<drawings.count where !isSound(drawings[i], &uses) { return false }
        for i in 0..<drawnRings.count {
            let ring = drawnRings[i]
            uses.vertices &+= Int(ring.vertexCount)
            guard Int(ring.firstVertex) + Int(ring.vertexCount) <= vertices.count else {
                return false
            }
        }
        // A part refers to its chains twice: to those that determine the side, and to those of the
        // boundary.
        return uses.vertices <= vertices.count && uses.parts <= parts.count
            && uses.areaChains <= chains.count && uses.edgeChains <= chains.count
            && uses.rings <= drawnRings.count
    }

    /// The number of records of a table to which others refer.
    private struct Uses {
        var vertices = 0
        var parts = 0
        var areaChains = 0
        var edgeChains = 0
        var rings = 0
    }

    private func isSound(_ drawing: DrawingRecord, _ uses: inout Uses) -> Bool {
        uses.rings &+= Int(drawing.ringCount)
        return drawing.isFormKnown
            && Int(drawing.firstRing) + Int(drawing.ringCount) <= drawnRings.count
    }

    private func isSound(_ shape: ShapeRecord, _ uses: inout Uses) -> Bool {
        let (first, count) = (Int(shape.first), Int(shape.count))
        guard shape.isKindKnown else { return false }
        if shape.kind == .parts {
            uses.parts &+= count
        } else {
            uses.vertices &+= shape.kind == .circle ? 2 : count
        }
        switch shape.kind {
        case .ring:
            return 1...ChainIndex.shortChain ~= count && first + count <= vertices.count
        case .points: return count > 0 && first + count <= vertices.count
        case .circle: return count == 1 && first + 2 <= vertices.count
        case .parts: return count > 0 && first + count <= parts.count
        }
    }

    private func isSound(_ part: PartRecord, _ uses: inout Uses) -> Bool {
        uses.areaChains &+= Int(part.areaChainCount)
        uses.edgeChains &+= Int(part.edgeChainCount)
        return Int(part.firstAreaChain) + Int(part.areaChainCount) <= chains.count
            && Int(part.firstEdgeChain) + Int(part.edgeChainCount) <= chains.count
            && isSound(part.box)
    }

    /// A part lies within the drawn longitudes plus the few turns by which it was moved.
    private func isSound(_ box: IndexBox) -> Bool {
        let limit = 10 * ShapeProblem.longitudeLimit
        return box.low.x >= -limit && box.high.x <= limit && box.low.y >= -90 && box.high.y <= 90
    }

    private func isSound(_ chain: ChainRecord, _ uses: inout Uses) -> Bool {
        uses.vertices &+= Int(chain.vertexCount)
        guard chain.vertexCount >= 2,
            Int(chain.firstVertex) + Int(chain.vertexCount) <= vertices.count
        else { return false }
        guard chain.firstNode != ChainRecord.noIndex else { return true }
        let boxes = ChainIndex.boxCount(edgeCount: chain.edgeCount)
        return Int(chain.firstNode) + boxes <= nodes.count
    }
}
