import CSQLite
import Glibc

extension Connection {
    /// The `errno` of a read of the database or its write-ahead log that the system refused since
    /// they were opened; 0 for none.
    ///
    /// SQLite calls such a read damage: `SQLITE_IOERR_CORRUPTFS` of its unix layer comes out of a
    /// statement as `SQLITE_CORRUPT`, and out of a check as a row. Only its file knows better.
    var refusedRead: Int32 {
        for pointer in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            _ = unsafe sqlite3_file_control(handle, nil, pointer, &file)
            guard let control = unsafe file?.pointee.pMethods?.pointee.xFileControl else {
                continue
            }
            var error: Int32 = 0
            _ = unsafe control(file, SQLITE_FCNTL_LAST_ERRNO, &error)
            // Those that the layer makes SQLITE_IOERR_CORRUPTFS of, and a lack of memory, which a check
            // takes for damage, too.
            if [EIO, ENXIO, ERANGE, ENOMEM].contains(error) { return error }
        }
        return 0
    }
}
