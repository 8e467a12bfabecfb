/// How a shape was drawn, if it is stored differently: by its drawn rings, or by a reversal.
struct DrawingRecord: BitwiseCopyable, Sendable {
    enum Form: UInt32 {
        /// Every ring was drawn in the opposite direction.
        case reversed
        /// Polygons of `ringCount` rings from ring `firstRing`.
        case polygons
        /// `ringCount` lines from ring `firstRing`.
        case lines
    }

    let shape: UInt32
    let firstRing: UInt32
    let ringCount: UInt32
    private let formCode: UInt32

    init(shape: Int, form: Form, firstRing: Int = 0, ringCount: Int = 0) {
        self.shape = UInt32(shape)
        self.firstRing = UInt32(firstRing)
        self.ringCount = UInt32(ringCount)
        formCode = form.rawValue
    }

    /// Returns the same record for another shape.
    func moved(to shape: Int) -> DrawingRecord {
        DrawingRecord(
            shape: shape, form: form, firstRing: Int(firstRing), ringCount: Int(ringCount))
    }

    var isFormKnown: Bool { Form(rawValue: formCode) != nil }

    var form: Form {
        guard let form = Form(rawValue: formCode) else {
            preconditionFailure(
                "a stored drawing is of form \(formCode), but no such form is written")
        }
        return form
    }
}

/// A ring or line as drawn.
struct DrawnRing: BitwiseCopyable, Sendable {
    var firstVertex: UInt32
    var vertexCount: UInt32
    /// The index of its polygon, from 0.
    var part: UInt32
}
