/// The properties of a kind of sentence, except how its fields are read.
struct SentenceDescriptor {
    /// The purpose of the sentence.
    enum Role {
        /// The position of an epoch, or the report that there is none.
        case position
        /// Additions to an epoch whose position is in other sentences.
        case supplement
        /// The number of satellites in view.
        case satellites
        /// The date of the following times of day.
        case date
        /// The datum of the following positions.
        case datum
    }

    /// The values that also apply to later epochs.
    enum Holdover {
        case nothing
        case dilution
        case heightAndDilution
    }

    var role: Role
    /// Whether receivers repeat it for each satellite system, so that only the combined sentence
    /// applies to all systems.
    var isPerSystem = false
    var holdover = Holdover.nothing
    /// Whether waiting for it improves a fix.
    var isEssential = false
    /// The kinds that make it redundant for a fix.
    var redundantBeside: KindSet = []

    @inline(__always)
    init(
        _ role: Role, isPerSystem: Bool = false, holdover: Holdover = .nothing,
        isEssential: Bool = false, redundantBeside: KindSet = []
    ) {
        self.role = role
        self.isPerSystem = isPerSystem
        self.holdover = holdover
        self.isEssential = isEssential
        self.redundantBeside = redundantBeside
    }
}
