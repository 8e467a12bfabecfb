import CSQLite
import Glibc

extension Connection {
    /// The `errno` of the last read of the database or its write-ahead log that the system refused
    /// since they were opened; 0 for none.
    ///
    /// SQLite reports such a read as damage: `SQLITE_IOERR_CORRUPTFS` of its unix layer becomes
    /// `SQLITE_CORRUPT` in a statement, and a row of text in a check. Only the file object keeps
    /// the real cause.
    var failedRead_errno: Int32 {
        for pointer in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            _ = unsafe sqlite3_file_control(handle, nil, pointer, &file)
            guard let control = unsafe file?.pointee.pMethods?.pointee.xFileControl else {
                continue
            }
            var error: Int32 = 0
            _ = unsafe control(file, SQLITE_FCNTL_LAST_ERRNO, &error)
            // EIO, ENXIO and ERANGE become SQLITE_IOERR_CORRUPTFS; a check also reports ENOMEM as
            // damage.
            if [EIO, ENXIO, ERANGE, ENOMEM].contains(error) { return error }
        }
        return 0
    }
}
