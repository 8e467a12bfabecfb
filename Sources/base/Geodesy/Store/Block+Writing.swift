extension UnsafeMutableRawBufferPointer {
    /// Copies records to an offset in a block.
    package func write<Record: BitwiseCopyable>(_ records: [Record], at offset: Int) {
        unsafe records.withUnsafeBytes { unsafe write($0, at: offset) }
    }

    /// Copies bytes to an offset in a block.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: self[offset...]).copyMemory(from: bytes)
    }
}
