import Geodesy

extension FenceCatalog {
    /// The number of fences.
    var count: Int { table.count - overlay.hidden.count + overlay.addedCount }

    /// The numbers of the remaining fences of the file, then those of the runtime fences, in no
    /// particular order.
    var numbers: [FenceNumber] { table.numbersByID.filter { !isHidden($0) } + addedNumbers }

    /// The numbers of the fences that were added at run time.
    var addedNumbers: [FenceNumber] {
        overlay.added.indices.compactMap {
            overlay.added[$0] == nil ? nil : FenceNumber(table.count + $0)
        }
    }

    /// All numbers in order of id.
    var numbersByID: [FenceNumber] {
        guard overlay.addedCount > 0 else { return numbers }
        return numbers.map { ($0, id($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Returns the first `limit` ids after `id`, or from the beginning, in order.
    func ids(
        after id: String?, limit: Int, where isIncluded: (FenceNumber) -> Bool = { _ in true }
    ) -> [String] {
        let added = overlay.addedIDs.filter { number(of: $0).map(isIncluded) ?? false }
        return table.ids(after: id, limit: limit, and: added) { !isHidden($0) && isIncluded($0) }
    }

    /// The numbers of the fences that need a buffer.
    var bufferless: [FenceNumber] {
        (0..<table.bufferless.count).map { table.bufferless[$0] }.filter { !isHidden($0) }
            + addedNumbers.filter { fence($0).shape.needsBuffer }
    }

    func isHidden(_ number: FenceNumber) -> Bool {
        !overlay.hidden.isEmpty && overlay.hidden.contains(number)
    }

    func number(of id: String) -> FenceNumber? {
        if let slot = overlay.slot(of: id) { return FenceNumber(table.count + slot) }
        return table.number(of: id).flatMap { isHidden($0) ? nil : $0 }
    }

    func id(_ number: FenceNumber) -> String {
        addition(number)?.fence.id ?? table.id(number)
    }

    func fence(_ number: FenceNumber) -> Fence {
        addition(number)?.fence ?? table.fence(number)
    }

    /// Returns the description of a fence in events.
    func label(_ number: FenceNumber) -> FenceLabel { FenceLabel(catalog: self, number: number) }

    func fenceName(_ number: FenceNumber) -> String {
        addition(number)?.fence.name ?? table.name(number) ?? table.id(number)
    }

    /// Returns the `properties` of the feature as JSON text; nil when it has none.
    func properties(_ number: FenceNumber) -> String? {
        if let addition = addition(number) { return addition.fence.properties }
        return table.propertiesText(number)
    }

    /// Returns the index of the settings of a fence in `settings`.
    func settingsIndex(_ number: FenceNumber) -> Int {
        Int(number) < table.count
            ? table.settingsIndex(number) : addition(number)?.settingsIndex ?? 0
    }

    func contentHash(_ number: FenceNumber) -> UInt32 {
        addition(number)?.hash ?? table.hashes[Int(number)]
    }

    /// Returns the group of the digest to which a fence belongs.
    func digestGroup(of number: FenceNumber) -> Int {
        FenceDigest.group(of: addition(number)?.idHash ?? table.idHash(number))
    }

    /// Returns the metres from a place to the boundary without buffer, negative inside. When the
    /// distance exceeds `limit` metres on either side, only the sign is exact, and the absolute
    /// value exceeds the limit.
    func signedDistance(
        _ number: FenceNumber, from localFrame: LocalFrame, within limit: Double = .infinity
    ) -> Double {
        if Int(number) < table.count {
            return shapes.signedDistance(from: localFrame, shape: Int(number), within: limit)
        }
        return addition(number)?.shape.signedDistance(from: localFrame, shape: 0, within: limit)
            ?? .infinity
    }

    /// Returns the same distance; first compares its lower bound from the box with the limit.
    func measure(
        _ number: FenceNumber, from localFrame: LocalFrame, within limit: Double
    ) -> Double {
        let bound_m = distanceBound(number, from: localFrame)
        return bound_m > limit ? bound_m : signedDistance(number, from: localFrame, within: limit)
    }

    /// Returns the signed distance with the least absolute value on the side of the boundary
    /// without buffer on which a place lies.
    func leastDistance(_ number: FenceNumber, to place: Coordinate) -> Double {
        // At a pole all longitudes denote one place.
        guard abs(place.latitude) >= 90 || indexedBox(number).contains(place) else {
            return .leastNonzeroMagnitude
        }
        return switch side(number, of: place) {
        case .inside: -.leastNonzeroMagnitude
        case .edge: 0
        case .outside: .leastNonzeroMagnitude
        }
    }

    /// Returns the side of the boundary without buffer on which a place lies.
    func side(_ number: FenceNumber, of place: Coordinate) -> Side {
        if Int(number) < table.count { return shapes.side(of: place, shape: Int(number)) }
        return addition(number)?.shape.side(of: place, shape: 0) ?? .outside
    }

    /// Whether the boundary without buffer consists of edges, so that segments can intersect them.
    func hasEdges(_ number: FenceNumber) -> Bool {
        if Int(number) < table.count { return shapes.hasEdges(Int(number)) }
        return addition(number)?.shape.hasEdges(0) ?? false
    }

    /// Returns the first intersection of a segment, straight in longitude and latitude, with the
    /// boundary without buffer, beyond the fraction `after` of the segment. Nil when there is none.
    func meeting(
        _ number: FenceNumber, from start: Coordinate, to end: Coordinate, after: Double
    ) -> Meeting? {
        if Int(number) < table.count {
            return shapes.meeting(from: start, to: end, shape: Int(number), after: after)
        }
        return addition(number)?.shape.meeting(from: start, to: end, shape: 0, after: after)
    }

    func boundingBox(_ number: FenceNumber) -> BoundingBox {
        if Int(number) < table.count { return shapes.boundingBox(of: Int(number)) }
        guard let addition = addition(number) else {
            preconditionFailure("fence number \(number) is not in use")
        }
        return addition.box
    }

    /// A lower bound of the metres from a place to the fence without buffer, by its box alone.
    func distanceBound(_ number: FenceNumber, from localFrame: LocalFrame) -> Double {
        indexedBox(number).distanceLowerBound(from: localFrame)
    }

    /// Returns a box around the fence without buffer, slightly enlarged.
    func indexedBox(_ number: FenceNumber) -> BoundingBox {
        Int(number) < table.count ? table.index.box(of: number) : boundingBox(number)
    }

    /// An upper bound of the radius in metres of all fences without buffers.
    var greatestRadius_m: Double {
        max(table.index.greatestRadius_m, overlay.greatestRadius_m)
    }

    /// Returns the radius in metres of the smallest circle around the fence without buffer.
    func enclosingRadius(_ number: FenceNumber) -> Double {
        if Int(number) < table.count {
            return shapes.enclosingCircle(of: Int(number)).radius
        }
        return addition(number)?.shape.enclosingCircle(of: 0).radius ?? 0
    }

    /// Visits the fences that a search finds, with the positions of their boxes, in order of
    /// number. Fences of the file are searched by the index, runtime fences one by one.
    @inline(__always)
    func visit(_ search: FenceIndex.Search, _ body: (FenceNumber, FenceIndex.Finding) -> Void) {
        let window = FenceIndex.Window(
            search.boundingBox, isAntimeridianCrossed: table.index.isAntimeridianCrossed)
        table.index.visit(window) { number in
            if !isHidden(number), let finding = search.finding(table.index.box(of: number)) {
                body(number, finding)
            }
        }
        guard overlay.addedCount > 0 else { return }
        for (slot, addition) in overlay.added.enumerated() {
            guard let addition, let finding = search.finding(addition.box) else { continue }
            body(FenceNumber(table.count + slot), finding)
        }
    }

    /// Visits the fences whose boxes contain a place. Because of rounding, it may also visit a
    /// fence whose box ends just before the place.
    func visit(at place: Coordinate, _ body: (FenceNumber) -> Void) {
        let window = FenceIndex.Window(
            on: place, isAntimeridianCrossed: table.index.isAntimeridianCrossed)
        table.index.visit(window) { number in
            if !isHidden(number) { body(number) }
        }
        guard overlay.addedCount > 0 else { return }
        for (slot, addition) in overlay.added.enumerated() {
            guard let addition, addition.box.contains(place) else { continue }
            body(FenceNumber(table.count + slot))
        }
    }

    private func addition(_ number: FenceNumber) -> FenceOverlay.AddedFence? {
        Int(number) < table.count ? nil : overlay.added[Int(number) - table.count]
    }
}
