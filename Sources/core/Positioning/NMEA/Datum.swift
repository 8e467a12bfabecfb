/// The instrument on a line that sends positions in a datum other than WGS 84. Position sentences
/// do not name the datum; a DTM names it for all that follow.
struct Datum {
    /// The instrument; 0 for none.
    private var foreign: UInt16 = 0

    @inline(__always)
    init() {}

    /// Stores the datum of a DTM.
    mutating func note(_ observation: Observation) {
        let instrument = Talker.instrument(of: observation.talker)
        if observation.isOtherDatum {
            foreign = instrument
        } else if foreign == instrument {
            foreign = 0
        }
    }

    /// Whether the position of a sentence is in another datum.
    @inline(__always)
    func isForeign(_ observation: Observation) -> Bool {
        foreign != 0 && observation.hasPosition
            && Talker.instrument(of: observation.talker) == foreign
    }
}

extension Observation {
    /// `DTM,datum,subdivision,latitude offset,N,longitude offset,E,altitude offset,reference`.
    ///
    /// Custom offsets of 0 (`999`) mean WGS 84. The datum of GLONASS (`P90`) differs by less than
    /// half a metre.
    @inline(never)
    mutating func readDTM(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 2 else { return .malformed }
        let code = fields[1].map { body[$0] }
        isOtherDatum =
            switch code {
            case [], Array("W84".utf8), Array("P90".utf8): false
            case Array("999".utf8):
                FieldNumber(body, fields[3])?.mantissa != 0
                    || FieldNumber(body, fields[5])?.mantissa != 0
            default: true
            }
        return nil
    }
}
