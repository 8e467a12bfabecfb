import Geodesy

/// The fences of one file, checked and packed for judging. Immutable; monitors share it.
public struct FenceSet: Sendable {
    let table: FenceTable

    /// The set of those fences, with the problems of those that cannot be judged.
    public static func make(_ fences: [Fence]) -> LoadedFences {
        var builder = Builder()
        for fence in fences { builder.append(fence) }
        return builder.finish()
    }

    /// How many fences there are.
    public var count: Int { table.count }

    /// The fences in order of id.
    public var fences: [Fence] { table.byID.map(table.fence) }

    /// The fence of that id, if there is one.
    public func fence(id: String) -> Fence? {
        table.number(of: id).map(table.fence)
    }

    /// Takes fences one by one, so that a large file need not be held as fences and as a set.
    public struct Builder {
        private var shapes = ShapeStore.Builder()
        private var drawn: [Shape] = []
        private var ids = TextColumn()
        private var names = TextColumn()
        private var properties = TextColumn()
        private var settings: [FenceSettings] = []
        private var settingsNumbers: [FenceSettings: UInt32] = [:]
        private var settingsIndices: [UInt32] = []
        private var bufferless: [FenceNumber] = []
        private var hashes: [UInt32] = []
        private var problems: [String] = []
        private var invalid: Set<String> = []

        /// A builder that has taken nothing yet.
        public init() {}

        /// Checks a fence and takes it; a fence that cannot be judged is left out and named among
        /// the problems of the result.
        public mutating func append(_ fence: Fence) {
            guard ids.holds(fence.id), names.holds(fence.name),
                properties.holds(fence.properties ?? "")
            else {
                problems.append(
                    "fence '\(fence.id)': the set holds as much text as it can; split it")
                return
            }
            do {
                _ = try shapes.append(fence.shape)
            } catch {
                problems.append("fence '\(fence.id)': \(sentence(about: error))")
                invalid.insert(fence.id)
                return
            }
            if fence.shape.needsBuffer { bufferless.append(FenceNumber(ids.count)) }
            drawn.append(fence.shape)
            ids.append(fence.id)
            names.append(fence.name == fence.id ? "" : fence.name)
            properties.append(fence.properties ?? "")
            settingsIndices.append(number(of: fence.settings))
            hashes.append(fence.contentHash)
        }

        /// The set of all fences taken; of several with one id the first.
        public consuming func finish() -> LoadedFences {
            let ids = ids
            let sorted = (0..<FenceNumber(ids.count)).sorted {
                ids.precedes(Int($0), Int($1))
                    || (!ids.precedes(Int($1), Int($0)) && $0 < $1)
            }
            var byID: [FenceNumber] = []
            byID.reserveCapacity(sorted.count)
            var problems = problems
            for number in sorted {
                if let last = byID.last, !ids.precedes(Int(last), Int(number)) {
                    problems.append(
                        "fence '\(ids[Int(number)])': the id occurs again; give each its own")
                } else {
                    byID.append(number)
                }
            }
            let table = FenceTable(
                shapes: shapes.finish(), drawn: drawn, ids: ids, names: names,
                properties: properties, settings: settings.isEmpty ? [FenceSettings()] : settings,
                settingsIndices: settings.count > 1 ? settingsIndices : [], byID: byID,
                bufferless: bufferless, hashes: hashes)
            return LoadedFences(
                set: FenceSet(table: table), problems: problems, invalid: invalid)
        }

        private mutating func number(of settings: FenceSettings) -> UInt32 {
            if let number = settingsNumbers[settings] { return number }
            let number = UInt32(self.settings.count)
            self.settings.append(settings)
            settingsNumbers[settings] = number
            return number
        }
    }
}

extension Shape {
    /// Whether the shape has no extent of its own: a place or a line.
    var needsBuffer: Bool {
        switch self {
        case .polygons, .circle: false
        case .lines, .points: true
        }
    }
}
