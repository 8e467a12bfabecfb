public import Geodesy

extension FenceSet {
    /// Collects fences one by one, so that a large file is not held twice, as fences and as a set.
    public struct Builder: ~Copyable {
        let memory: WorkingMemory
        var shapes: ShapeStore.Builder
        var ids: TextRun
        var names: TextRun
        var properties: TextRun
        var boxes: GrowingColumn<FenceIndex.IndexedBox>
        /// The position of each fence on the Hilbert curve.
        var places: GrowingColumn<UInt32>
        var greatestRadius_m = 0.0
        var settings: [FenceSettings] = []
        var settingsIndices: GrowingColumn<UInt32>
        var hashes: GrowingColumn<UInt32>
        /// Whether each fence needs a buffer.
        var needsBuffer: GrowingColumn<Bool>
        var problems: [String] = []
        var invalid: Set<String> = []
        private var settingsNumbers: [FenceSettings: UInt32] = [:]

        /// Creates a builder without fences. It collects all data in `memory`, where the set is
        /// created too.
        public init(in memory: WorkingMemory = .heap) {
            self.memory = memory
            shapes = ShapeStore.Builder(in: memory)
            ids = TextRun(in: memory)
            names = TextRun(in: memory)
            properties = TextRun(in: memory)
            boxes = GrowingColumn(in: memory)
            places = GrowingColumn(in: memory)
            settingsIndices = GrowingColumn(in: memory)
            hashes = GrowingColumn(in: memory)
            needsBuffer = GrowingColumn(in: memory)
        }

        /// Checks and adds a fence. A fence that cannot be evaluated is left out, and the problems
        /// of the result name it.
        public mutating func append(_ fence: Fence) {
            guard ids.holds(fence.id), names.holds(fence.name),
                properties.holds(fence.properties ?? "")
            else {
                problems.append(
                    "fence '\(fence.id)': the set holds as much text as it can; split it")
                return
            }
            let shape: Int
            do {
                shape = try shapes.append(fence.shape)
            } catch {
                problems.append("fence '\(fence.id)': \(error.sentence)")
                invalid.insert(fence.id)
                return
            }
            let box = shapes.boundingBox(of: shape)
            boxes.append(FenceIndex.IndexedBox(rounding: box))
            places.append(HilbertCurve.position(of: box.middle))
            greatestRadius_m = max(greatestRadius_m, FenceIndex.radius(of: box))
            needsBuffer.append(fence.shape.needsBuffer)
            ids.append(fence.id)
            names.append(fence.name == fence.id ? "" : fence.name)
            properties.append(fence.properties ?? "")
            settingsIndices.append(number(of: fence.settings))
            hashes.append(fence.contentHash)
        }

        private mutating func number(of settings: FenceSettings) -> UInt32 {
            // Most fences have the same settings as the fence before.
            if !settingsIndices.isEmpty {
                let last = settingsIndices[settingsIndices.count - 1]
                if self.settings[Int(last)] == settings { return last }
            }
            if let number = settingsNumbers[settings] { return number }
            let number = UInt32(self.settings.count)
            self.settings.append(settings)
            settingsNumbers[settings] = number
            return number
        }
    }
}

extension BoundingBox {
    /// The centre of its latitudes and longitudes.
    fileprivate var middle: Coordinate {
        Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}
