/// The properties of a kind of sentence, apart from how its fields are read.
struct SentenceDescriptor {
    /// The purpose of the sentence.
    enum Role {
        /// It has the position of an epoch, or reports that there is none.
        case position
        /// It adds to an epoch whose position is in other sentences.
        case supplement
        /// It has the number of satellites in view.
        case satellites
        /// It has the date of the times of day that follow.
        case date
        /// It names the datum of the positions that follow.
        case datum
    }

    /// The values that also apply to later epochs.
    enum Holdover {
        case nothing
        case dilution
        case heightAndDilution
    }

    var role: Role
    /// Whether receivers repeat it for each satellite system, so that only the combined one applies
    /// to all.
    var isPerSystem = false
    var holdover = Holdover.nothing
    /// Whether a fix gains something by waiting for it.
    var isEssential = false
    /// Kinds beside which it adds nothing to a fix.
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
