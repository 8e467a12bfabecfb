extension UnsafeMutableRawBufferPointer {
    /// Copies records to a place in a block.
    package func write<Record: BitwiseCopyable>(_ records: [Record], at offset: Int) {
        unsafe records.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(rebasing: self[offset...])
                .copyMemory(from: source)
        }
    }
}
