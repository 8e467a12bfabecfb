import CSQLite

/// A compiled statement. Confined to the store's thread.
@safe final class Statement {
    private let handle: OpaquePointer

    /// Takes ownership of a compiled statement.
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Whether the statement does not write.
    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// Binds the values to the parameters, in order; returns SQLite's result code.
    func bind(_ values: [SQLValue]) -> Int32 {
        for (index, value) in values.enumerated() {
            let result = bind(value, at: Int32(index + 1))
            guard result == SQLITE_OK else { return result }
        }
        return SQLITE_OK
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        // SQLite copies the bytes before the call returns.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let number):
            return unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            var text = text
            return text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe sqlite3_bind_text(
                        handle, index, characters.baseAddress, Int32(characters.count), copied)
                }
            }
        case .blob(let bytes):
            if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
            return unsafe bytes.withUnsafeBytes { bytes in
                unsafe sqlite3_bind_blob(
                    handle, index, bytes.baseAddress, Int32(bytes.count), copied)
            }
        }
    }

    /// Advances to the next row or the end; returns SQLite's result code.
    func step() -> Int32 {
        unsafe sqlite3_step(handle)
    }

    /// Resets the statement so that it can run again.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// The integer in a column of the row; 0 for null.
    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// The integer in a column of the row; nil for null.
    func optionalInteger(_ column: Int32) -> Int64? {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// The text in a column of the row; nil for null.
    func text(_ column: Int32) -> String? {
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return nil }
        return unsafe String(cString: bytes)
    }

    /// The bytes in a column of the row; empty for null.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
