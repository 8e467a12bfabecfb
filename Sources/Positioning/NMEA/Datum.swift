/// Which instrument of a line tells positions in another datum than WGS 84: sentences do not say it, DTM
/// does, once for all that follow.
struct Datum {
    /// The instrument; 0 for none.
    private var foreign: UInt16 = 0

    @inline(__always)
    init() {}

    /// `DTM,datum,subdivision,latitude offset,N,longitude offset,E,altitude offset,reference`.
    ///
    /// An instrument that gives user-defined offsets of 0 (`999`) tells WGS 84; that of GLONASS (`P90`)
    /// is less than half a metre off.
    @inline(never)
    mutating func note(_ body: Span<UInt8>, _ fields: SentenceFields) {
        guard fields.count >= 2, fields[0].count == 5, body[2] == UInt8(ascii: "D"),
            body[3] == UInt8(ascii: "T"), body[4] == UInt8(ascii: "M")
        else { return }
        let instrument = LeadInstrument.family(UInt16(body[0]) << 8 | UInt16(body[1]))
        if isWGS84(body, fields) {
            if foreign == instrument { foreign = 0 }
        } else {
            foreign = instrument
        }
    }

    /// Whether a sentence tells a position in another datum.
    @inline(__always)
    func isForeign(_ observation: Observation) -> Bool {
        foreign != 0 && observation.hasPosition
            && LeadInstrument.family(observation.talker) == foreign
    }

    private func isWGS84(_ body: Span<UInt8>, _ fields: SentenceFields) -> Bool {
        let code = fields[1].map { body[$0] }
        if code.isEmpty || code == Array("W84".utf8) || code == Array("P90".utf8) { return true }
        return code == Array("999".utf8) && FieldNumber(body, fields[3])?.mantissa == 0
            && FieldNumber(body, fields[5])?.mantissa == 0
    }
}
