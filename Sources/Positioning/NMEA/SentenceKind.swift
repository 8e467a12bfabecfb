/// The sentences that are understood. The raw value is the bit of the kind in a set of kinds.
enum SentenceKind: UInt8 {
    case rmc = 0
    case gga = 1
    case gns = 2
    case gll = 3
    case gsa = 4
    case gst = 5
    case vtg = 6
    case gsv = 7
    case zda = 8
    case hdt = 9
    case ths = 10

    /// The kind that a sentence's first field names after its two-letter talker, or nil.
    @inline(__always)
    init?(_ body: Span<UInt8>, headerEnd: Int) {
        guard headerEnd == 5, body[0] != UInt8(ascii: "P") || body[1] == UInt8(ascii: "Q") else {
            return nil
        }
        let name = UInt32(body[2]) << 16 | UInt32(body[3]) << 8 | UInt32(body[4])
        switch name {
        case 0x524D43: self = .rmc
        case 0x474741: self = .gga
        case 0x474E53: self = .gns
        case 0x474C4C: self = .gll
        case 0x475341: self = .gsa
        case 0x475354: self = .gst
        case 0x565447: self = .vtg
        case 0x475356: self = .gsv
        case 0x5A4441: self = .zda
        case 0x484454: self = .hdt
        case 0x544853: self = .ths
        default: return nil
        }
    }
}
