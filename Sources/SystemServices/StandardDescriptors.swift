import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
    /// Occupies those that are closed: otherwise the next file or socket would get the number, and
    /// with it what is written to standard output. Reading and writing them still fail.
    public static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The kernel returns the lowest free number, which is this one.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
