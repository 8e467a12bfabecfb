/// A column of plain values under construction. It grows in pieces, each as long as all before it:
/// existing elements are never copied, and no page is touched before it is needed.
///
/// Public, because in another module the compiler specializes only public code for the type of the
/// elements.
public struct GrowingColumn<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var taken = 0
    /// The addresses of the pieces.
    @usableFromInline var pieces: [UInt] = []
    private var blocks: [Block] = []
    /// The address of the next element, and the end of the last piece.
    @usableFromInline var next: UInt = 0
    @usableFromInline var end: UInt = 0
    let memory: WorkingMemory

    /// The size of the first piece in elements, as a power of two.
    @usableFromInline static var firstShift: Int { 4 }

    /// Creates an empty column.
    public init(in memory: WorkingMemory) {
        self.memory = memory
    }

    /// The number of elements.
    @inlinable public var count: Int { taken }

    /// Whether the column is empty.
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

    /// Appends an element.
    @inlinable
    public mutating func append(_ element: Element) {
        if next == end { grow() }
        unsafe UnsafeMutablePointer<Element>(bitPattern: next).unsafelyUnwrapped
            .initialize(to: element)
        next &+= UInt(MemoryLayout<Element>.stride)
        taken &+= 1
    }

    /// Appends elements.
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

    /// Returns the piece that contains an element, and its index in the piece.
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
    /// Copies a column to an offset in a block.
    package func write<Record: BitwiseCopyable>(
        _ column: borrowing GrowingColumn<Record>, at offset: Int
    ) {
        let target = unsafe self.records(Record.self, at: offset, count: column.count)
        for i in column.indices { unsafe target[i] = column[i] }
    }

    /// Returns the offset of some records in a block.
    package func records<Record: BitwiseCopyable>(
        _: Record.Type, at offset: Int, count: Int
    ) -> UnsafeMutableBufferPointer<Record> {
        unsafe UnsafeMutableRawBufferPointer(
            rebasing: self[offset..<offset + count * MemoryLayout<Record>.stride]
        ).bindMemory(to: Record.self)
    }
}
