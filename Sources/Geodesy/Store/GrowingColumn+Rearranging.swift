extension GrowingColumn {
    /// Copies runs of elements to a place in a block, in another order than they lie in.
    ///
    /// Column and block may lie in a file of which little is in memory at once, so that both are
    /// only walked along: every run goes to the window it belongs in, behind those before it, and
    /// then each window is put in order by itself.
    ///
    /// - Parameters:
    ///   - places: where each run goes, in elements, without gaps; `.max` leaves a run out.
    ///   - offset: where in the block the first place is.
    ///   - run: the elements of the run of that number, which lie behind those of the run before.
    package func write(
        to places: [UInt32], of block: UnsafeMutableRawBufferPointer, at offset: Int,
        run: (Int) -> Range<Int>
    ) {
        func forEachRun(in window: Range<Int>, _ body: (_ place: Int, _ run: Range<Int>) -> Void) {
            for (number, place) in places.enumerated()
            where place != .max && window.contains(Int(place)) {
                let run = run(number)
                if !run.isEmpty { body(Int(place), run) }
            }
        }
        let all = 0..<Int(UInt32.max)
        var total = 0
        forEachRun(in: all) { total += $1.count }
        let target = unsafe block.records(Element.self, at: offset, count: total)
        let window = memory.window_bytes / MemoryLayout<Element>.stride
        guard total > window else {
            return forEachRun(in: all) { place, run in unsafe copy(run, to: target, at: place) }
        }
        var starts = [Int](repeating: total, count: total / window + 1)
        forEachRun(in: all) { place, _ in
            starts[place / window] = min(starts[place / window], place)
        }
        var ends = starts
        forEachRun(in: all) { place, run in
            unsafe copy(run, to: target, at: ends[place / window])
            ends[place / window] += run.count
        }
        for (start, end) in zip(starts, ends) where start < end {
            let part = unsafe UnsafeMutableBufferPointer(rebasing: target[start..<end])
            let gathered = unsafe Block(
                byteCount: part.count * MemoryLayout<Element>.stride, in: memory
            ) {
                unsafe $0.copyMemory(from: UnsafeRawBufferPointer(part))
            }
            unsafe gathered.withBytes { bytes in
                var next = unsafe bytes.bindMemory(to: Element.self)[...]
                forEachRun(in: start..<end) { place, run in
                    _ = unsafe UnsafeMutableBufferPointer(rebasing: part[(place - start)...])
                        .update(fromContentsOf: next.prefix(run.count))
                    unsafe next = unsafe next.dropFirst(run.count)
                }
            }
        }
    }

    /// Copies some elements to a place.
    private func copy(
        _ range: Range<Int>, to target: UnsafeMutableBufferPointer<Element>, at place: Int
    ) {
        var rest = range
        while !rest.isEmpty {
            let (piece, offset) = Self.place(of: rest.lowerBound)
            let room = 1 << (Self.firstShift + piece) - offset
            let run = rest.prefix(room)
            let source = unsafe UnsafeBufferPointer(
                start: UnsafePointer<Element>(bitPattern: pieces[piece])
                    .unsafelyUnwrapped + offset, count: run.count)
            _ = unsafe UnsafeMutableBufferPointer(
                rebasing: target[(place + run.lowerBound - range.lowerBound)...]
            ).update(fromContentsOf: source)
            rest = rest.dropFirst(run.count)
        }
    }
}
