import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
    /// Opens `/dev/null` for the closed ones. Otherwise the next file or socket would get such a
    /// number and receive the program's output. Reading and writing them still fail.
    public static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The kernel returns the lowest free number, which is this one.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
