import FenceFiles
import FoundationEssentials
import Geofencing

/// Compiled fence files with damage in them and the right digests: each is refused or harmless.
///
/// The input is a list of changes to the compiled form of `every-kind.geojson`: two bytes say
/// where, one byte how, eight bytes what. So a few bytes reach any field, whatever digests guard
/// it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard count >= changeBytes else { return 0 }
    var bytes = whole
    for change in stride(from: 0, to: input.count - changeBytes + 1, by: changeBytes) {
        let place = (Int(input[change]) | Int(input[change + 1]) << 8) % bytes.count
        let word = input[(change + 3)..<(change + changeBytes)].reversed()
            .reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        switch input[change + 2] % 4 {
        case 0: bytes[place] ^= 1 << (word & 7)
        case 1: bytes[place] = UInt8(truncatingIfNeeded: word)
        case 2: write(word, 4, at: place & ~3, in: &bytes)
        default: write(word, 8, at: place & ~7, in: &bytes)
        }
    }
    seal(&bytes)
    let mapping = MappedBytes(bytes)
    unsafe CompiledFile(bytes: mapping.bytes, owner: mapping)?.loaded.set?.exercise()
    return 0
}

/// Bytes of one change.
private let changeBytes = 11

/// The compiled form of fences of every kind.
private let whole: [UInt8] = {
    let path = "Tests/Data/FenceFiles/every-kind.geojson"
    guard let text = try? Data(contentsOf: URL(filePath: path)) else {
        fatalError("\(path) cannot be read; start this in the root of the repository")
    }
    var bytes: [UInt8] = []
    let key = CompiledFile.Key(source: 1, sourceBytes: 2, maker: 3)
    _ = try? unsafe CompiledFile.compile(FenceFile.load(Array(text)), key: key) {
        unsafe bytes.append(contentsOf: $0)
    }
    return bytes
}()

private func write(_ word: UInt64, _ count: Int, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<count where place + index < bytes.count {
        bytes[place + index] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
    }
}
