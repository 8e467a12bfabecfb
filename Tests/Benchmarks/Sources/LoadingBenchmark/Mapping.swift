import FenceFiles
import Glibc

/// A compiled file in memory, for as long as the program runs.
final class Mapping: Sendable {
    private let address: UInt
    private let byteCount: Int

    init?(_ path: String) {
        let number = unsafe open(path, O_RDONLY)
        guard number >= 0 else { return nil }
        byteCount = Int(lseek(number, 0, SEEK_END))
        guard let memory = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, number, 0),
            unsafe memory != MAP_FAILED
        else { return nil }
        address = UInt(bitPattern: memory)
    }

    var compiledFile: CompiledFile? {
        unsafe CompiledFile(
            bytes: UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: address), count: byteCount), owner: self)
    }
}
