import Glibc

/// A file piece by piece, or the end of the program with a sentence: a benchmark has no other plan.
final class Pieces {
    private let number: Int32

    init(of path: String) {
        number = unsafe open(path, O_RDONLY)
        guard number >= 0 else {
            print("cannot read \(path)")
            exit(66)
        }
    }

    func next() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
            count = unsafe max(0, read(number, buffer.baseAddress, buffer.count))
        }
    }
}
