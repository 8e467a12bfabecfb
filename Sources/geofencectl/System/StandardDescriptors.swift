internal import Glibc

/// Standard input, output and error.
enum StandardDescriptors {
    /// Occupies closed standard descriptors: otherwise the next file or socket would get the
    /// number, and the output written to it. Reading and writing them still fail.
    static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The lowest number that is free, which is this one.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
