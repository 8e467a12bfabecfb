/// A column of plain values while they are gathered. It grows by pieces, each as long as all before
/// it: what is there is never copied, and no page is touched before it is needed.
///
/// Public since the compiler makes code for the element at hand only of what is public, where
/// another module uses it.
public struct GrowingColumn<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var taken = 0
    /// Where each piece begins.
    @usableFromInline var pieces: [UInt] = []
    private var blocks: [Block] = []
    /// Where the next element goes, and where the last piece ends.
    @usableFromInline var next: UInt = 0
    @usableFromInline var end: UInt = 0
    let memory: WorkingMemory

    /// Elements of the first piece, as a power of two.
    @usableFromInline static var firstShift: Int { 4 }

    /// An empty column.
    public init(in memory: WorkingMemory) {
        self.memory = memory
    }

    /// How many elements there are.
    @inlinable public var count: Int { taken }

    /// Whether there are none.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The indices of all elements.
    @inlinable public var indices: Range<Int> { 0..<count }

    /// The element at an index below `count`.
    @inlinable
    public subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        let (piece, offset) = Self.place(of: index)
        return unsafe UnsafePointer<Element>(bitPattern: pieces[piece])
            .unsafelyUnwrapped[offset]
    }

    /// Takes one more.
    @inlinable
    public mutating func append(_ element: Element) {
        if next == end { grow() }
        unsafe UnsafeMutablePointer<Element>(bitPattern: next).unsafelyUnwrapped
            .initialize(to: element)
        next &+= UInt(MemoryLayout<Element>.stride)
        taken &+= 1
    }

    /// Takes some more.
    @inlinable
    public mutating func append(copying elements: Span<Element>) {
        let stride = MemoryLayout<Element>.stride
        var rest = elements.indices
        while !rest.isEmpty {
            if next == end { grow() }
            let room = Int(end - next) / stride
            let run = elements.extracting(rest.prefix(room))
            let target = unsafe UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: next), count: room * stride)
            unsafe run.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            next &+= UInt(run.count * stride)
            rest = rest.dropFirst(run.count)
        }
        taken += elements.count
    }

    /// The piece that an element is in, and where in it.
    @inlinable
    static func place(of index: Int) -> (piece: Int, offset: Int) {
        let place = index &+ 1 &<< Self.firstShift
        let piece = Int.bitWidth &- 1 &- place.leadingZeroBitCount &- Self.firstShift
        return (piece, place &- 1 &<< (Self.firstShift &+ piece))
    }

    @usableFromInline
    mutating func grow() {
        let byteCount = (1 << (Self.firstShift + pieces.count)) * MemoryLayout<Element>.stride
        let block = unsafe Block(byteCount: byteCount, in: memory) { _ in }
        blocks.append(block)
        pieces.append(block.address)
        next = block.address
        end = block.address + UInt(byteCount)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies a column to a place in a block.
    package func write<Record: BitwiseCopyable>(
        _ column: borrowing GrowingColumn<Record>, at offset: Int
    ) {
        let target = unsafe self.records(Record.self, at: offset, count: column.count)
        for i in column.indices { unsafe target[i] = column[i] }
    }

    /// The place of some records in a block.
    package func records<Record: BitwiseCopyable>(
        _: Record.Type, at offset: Int, count: Int
    ) -> UnsafeMutableBufferPointer<Record> {
        unsafe UnsafeMutableRawBufferPointer(
            rebasing: self[offset..<offset + count * MemoryLayout<Record>.stride]
        ).bindMemory(to: Record.self)
    }
}
