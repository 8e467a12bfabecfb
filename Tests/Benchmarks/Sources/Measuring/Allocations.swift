import Glibc

/// How often memory was allocated, where the counter of `peers/allocations.c` is preloaded.
public enum Allocations {
    /// The count since the process began; nil without the counter.
    public static func count() -> Int? {
        guard let symbol = unsafe dlsym(nil, "allocation_count") else { return nil }
        return unsafe Int(unsafeBitCast(symbol, to: (@convention(c) () -> CLong).self)())
    }
}
