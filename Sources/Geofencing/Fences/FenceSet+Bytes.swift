import Geodesy

extension FenceSet {
    /// The set whose columns and shapes are those bytes, each 64-byte aligned memory that stays as
    /// it is while `owner` lives (a mapped file); nil if they are not those of a set of this
    /// version.
    ///
    /// Costs no time or memory per fence beyond one look at the numbers that lead somewhere, so
    /// that damaged bytes can lead to wrong fences but never outside the memory; whether they are
    /// the right bytes is for a checksum to say.
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

    /// Hands the bytes of the columns and of the shapes to `body`, to be written to a file; they
    /// must not be kept.
    public func withBytes<Result>(
        _ body: (_ columns: UnsafeRawBufferPointer, _ shapes: UnsafeRawBufferPointer) throws ->
            Result
    ) rethrows -> Result {
        try unsafe table.block.withBytes { columns in
            try unsafe table.shapes.withBytes { shapes in try unsafe body(columns, shapes) }
        }
    }
}
