extension GrowingColumn {
    /// Copies runs of elements to a block, in another order.
    ///
    /// Column and block may be in a file with few pages in memory, so both are only traversed
    /// sequentially: every run is copied into the window of its destination, behind the runs
    /// before it, and then each window is read into memory and its runs are put in place.
    ///
    /// - Parameters:
    ///   - places: the destination of each run, in elements, without gaps; `.max` omits a run.
    ///   - offset: the offset of the first destination in the block.
    ///   - run: the elements of the run with that number, which follow those of the run before.
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
        // Copied as bytes, which is fast in unspecialized generic code, too.
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

    /// Copies some elements to an offset in bytes.
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
