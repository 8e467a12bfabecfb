import FenceFiles
import FoundationEssentials
import Geofencing

/// Fence files: the result does not depend on how the bytes are cut, and what is kept of the
/// properties is JSON for others to read, on one line, and stays the same when it is read again.
///
/// The first byte says how the rest is cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let whole = FenceFile.load(bytes)
    let piece = 1 + Int(unsafe start[0] & 63)
    var rest = bytes[...]
    let cut = FenceFile.load {
        defer { rest = rest.dropFirst(piece) }
        return Array(rest.prefix(piece))
    }
    let fences = whole.set?.fences
    precondition(
        cut.set?.fences == fences && cut.problems == whole.problems,
        "the result depends on how the bytes are cut")
    for fence in fences ?? [] {
        guard let text = fence.properties else { continue }
        precondition(text.utf8.allSatisfy { $0 >= 0x20 }, "control characters in \(text)")
        do {
            _ = try JSONDecoder().decode(AnyObject.self, from: Data(text.utf8))
        } catch {
            fatalError("others cannot read \(text): \(error)")
        }
        let feature =
            #"{"type":"Feature","properties":\#(text),"geometry":{"type":"Point","coordinates":[1,2]}}"#
        let again = FenceFile.read(Array(feature.utf8)).fences?.first?.properties
        // A radius or a buffer may not suit a point, which refuses the feature and nothing else.
        precondition(again == nil || again == text, "\(text) was read again as \(again ?? "")")
    }
    return 0
}

/// An object of any members, none of which is looked at.
private struct AnyObject: Decodable {
    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: AnyKey.self).allKeys
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
