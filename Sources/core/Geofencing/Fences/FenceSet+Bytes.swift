import Geodesy

extension FenceSet {
    /// Creates the set whose columns and shapes are those bytes. Both are 64-byte aligned memory
    /// that does not change while `owner` lives (a mapped file). Nil when they are not those of a
    /// set of this version.
    ///
    /// For each fence, only the numbers that refer to other data are checked. So damaged bytes can
    /// lead to wrong fences, but never to an access outside the memory. The caller has to verify a
    /// checksum to ensure that the bytes are correct.
    public init?(
        columns: UnsafeRawBufferPointer, shapes: UnsafeRawBufferPointer,
        owner: any AnyObject & Sendable
    ) {
        guard let block = unsafe Block(columns, owner: owner),
            let store = unsafe ShapeStore(bytes: shapes, owner: owner),
            let table = FenceTable(block: block, shapes: store)
        else { return nil }
        self.init(table: table)
    }

    /// Passes the bytes of the columns and of the shapes to `body`, to be written to a file. They
    /// are valid only during the call.
    public func withBytes<Result>(
        _ body: (_ columns: UnsafeRawBufferPointer, _ shapes: UnsafeRawBufferPointer) throws ->
            Result
    ) rethrows -> Result {
        try unsafe table.block.withBytes { columns in
            try unsafe table.shapes.withBytes { shapes in try unsafe body(columns, shapes) }
        }
    }
}
