/// The supported sentences. To add one, add a case here, a line in each of the three tables below,
/// a reader of its fields, and a line in `Epoch.merge`.
enum SentenceKind: UInt8, CaseIterable {
    case rmc, gga, gns, gll, gsa, gst, vtg, gsv, zda, hdt, ths, dtm

    /// Reads the kind after the two-letter talker in the first field; nil for an unsupported one.
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
        case 0x44544D: self = .dtm
        default: return nil
        }
    }

    /// The properties of the kind.
    @inline(__always)
    var descriptor: SentenceDescriptor {
        switch self {
        case .rmc: SentenceDescriptor(.position, isEssential: true)
        case .gga, .gns:
            SentenceDescriptor(
                .position, isPerSystem: true, holdover: .heightAndDilution, isEssential: true)
        case .gll:
            SentenceDescriptor(
                .position, isEssential: true,
                redundantBeside: KindSet(.rmc).union(KindSet(.gga)).union(KindSet(.gns)))
        case .gsa:
            SentenceDescriptor(
                .supplement, isPerSystem: true, holdover: .dilution, isEssential: true)
        case .gst: SentenceDescriptor(.supplement, isEssential: true)
        case .vtg:
            SentenceDescriptor(.supplement, isEssential: true, redundantBeside: KindSet(.rmc))
        case .hdt, .ths: SentenceDescriptor(.supplement)
        case .gsv: SentenceDescriptor(.satellites)
        case .zda: SentenceDescriptor(.date)
        case .dtm: SentenceDescriptor(.datum)
        }
    }
}

extension Observation {
    /// Reads the fields of a sentence of this kind. Returns the reason for a discard, or nil.
    @inline(__always)
    mutating func read(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        switch kind {
        case .rmc: readRMC(body, fields)
        case .gga: readGGA(body, fields)
        case .gns: readGNS(body, fields)
        case .gll: readGLL(body, fields)
        case .gsa: readGSA(body, fields)
        case .gst: readGST(body, fields)
        case .vtg: readVTG(body, fields)
        case .gsv: readGSV(body, fields)
        case .zda: readZDA(body, fields)
        case .hdt, .ths: readHeading(body, fields)
        case .dtm: readDTM(body, fields)
        }
    }
}
