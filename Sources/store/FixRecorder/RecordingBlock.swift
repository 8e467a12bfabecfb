public import Chronology
import Deflate

/// Inputs that are written together. A block can be read without any other block.
public struct RecordingBlock: Hashable, Sendable {
    /// The number of the first input.
    public var firstNumber: Int64
    /// The boot that the instants count from; nil when unknown.
    public var boot: BootID?
    /// Nanoseconds of UTC since 1970 minus those of the boot clock, by the wall clock when
    /// the block was written.
    public var wallOffset_ns: Int64
    /// The inputs in order, at least one.
    public var inputs: [RecordedInput]

    /// Looks back 8 KiB, which are a few hundred fixes; packing takes 50 KiB of memory.
    private static let form = Deflate(windowBits: 13, memoryLevel: 6)

    /// Creates a block of these inputs.
    public init(
        firstNumber: Int64, boot: BootID?, wallOffset_ns: Int64, inputs: [RecordedInput]
    ) {
        self.firstNumber = firstNumber
        self.boot = boot
        self.wallOffset_ns = wallOffset_ns
        self.inputs = inputs
    }

    /// The inputs as entries, with the data of the block.
    public var entries: [RecordedEntry] {
        inputs.enumerated().map { index, input in
            RecordedEntry(
                number: firstNumber + Int64(index), boot: boot,
                receivedAt: UTCInstant(nanoseconds: input.at.nanoseconds &+ wallOffset_ns),
                input: input)
        }
    }

    /// The block as it is written to the file; nil when memory for packing is lacking.
    public var bytes: [UInt8]? {
        var encoder = EntryEncoder()
        for input in inputs { encoder.add(input) }
        guard let packed = Self.form.packed(encoder.bytes) else { return nil }
        return BlockHeader(packed: packed, unpackedCount: encoder.bytes.count, self).bytes + packed
    }

    /// Reads the block after a header; nil when it is damaged.
    init?(_ header: BlockHeader, _ packed: ArraySlice<UInt8>) {
        guard Deflate.checksum(of: packed) == header.checksum,
            let bytes = Self.form.unpacked(packed, count: header.unpackedCount)
        else { return nil }
        self.init(
            firstNumber: header.firstNumber, boot: header.boot,
            wallOffset_ns: header.wallOffset_ns, inputs: [])
        var decoder = EntryDecoder(bytes, version: header.version)
        do throws(EntryDecoder.Malformed) {
            while let input = try decoder.input() { inputs.append(input) }
        } catch {
            return nil
        }
        guard inputs.count == header.count else { return nil }
    }
}
