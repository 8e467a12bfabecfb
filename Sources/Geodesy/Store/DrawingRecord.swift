/// How a shape was drawn, where it is stored otherwise: by rings of its own, or turned about.
struct DrawingRecord: BitwiseCopyable, Sendable {
    enum Form: UInt32 {
        /// Every ring ran the other way.
        case reversed
        /// Polygons of `ringCount` rings from ring `firstRing`.
        case polygons
        /// As many lines.
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

    /// The same of another shape.
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

/// One ring or line as drawn.
struct DrawnRing: BitwiseCopyable, Sendable {
    var firstVertex: UInt32
    var vertexCount: UInt32
    /// The polygon it belongs to, from 0.
    var part: UInt32
}
