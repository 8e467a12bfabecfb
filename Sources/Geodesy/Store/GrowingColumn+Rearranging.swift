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
        // In bytes, which are copied as fast where the compiler does not know the element.
        let size = MemoryLayout<Element>.stride
        let target = unsafe UnsafeMutableRawBufferPointer(
            rebasing: block[offset..<offset + total * size])
        let window = memory.window_bytes / size
        guard total > window else {
            return forEachRun(in: all) { place, run in
                unsafe copy(run, to: target, at: place * size)
            }
        }
        var starts = [Int](repeating: total, count: total / window + 1)
        forEachRun(in: all) { place, _ in
            starts[place / window] = min(starts[place / window], place)
        }
        var ends = starts
        forEachRun(in: all) { place, run in
            unsafe copy(run, to: target, at: ends[place / window] * size)
            ends[place / window] += run.count
        }
        for (start, end) in zip(starts, ends) where start < end {
            let part = unsafe UnsafeMutableRawBufferPointer(
                rebasing: target[start * size..<end * size])
            let gathered = unsafe Block(byteCount: part.count, in: memory) {
                unsafe $0.copyMemory(from: UnsafeRawBufferPointer(part))
            }
            unsafe gathered.withBytes { bytes in
                var next = 0
                forEachRun(in: start..<end) { place, run in
                    let byteCount = run.count * size
                    unsafe part.write(
                        UnsafeRawBufferPointer(rebasing: bytes[next..<next + byteCount]),
                        at: (place - start) * size)
                    next += byteCount
                }
            }
        }
    }

    /// Copies some elements to a place, counted in bytes.
    private func copy(
        _ range: Range<Int>, to target: UnsafeMutableRawBufferPointer, at place: Int
    ) {
        let size = MemoryLayout<Element>.stride
        var (rest, place) = (range, place)
        while !rest.isEmpty {
            let (piece, offset) = Self.place(of: rest.lowerBound)
            let run = rest.prefix(1 << (Self.firstShift + piece) - offset)
            let source = unsafe UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: pieces[piece] + UInt(offset * size)),
                count: run.count * size)
            unsafe target.write(source, at: place)
            place += source.count
            rest = rest.dropFirst(run.count)
        }
    }
}
