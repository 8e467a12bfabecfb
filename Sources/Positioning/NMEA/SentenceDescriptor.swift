/// What a kind of sentence is to the decoder, beside how its fields are read.
struct SentenceDescriptor {
    /// What the sentence is for.
    enum Role {
        /// It has the position of an epoch, or says that there is none.
        case position
        /// It says more about an epoch that others place.
        case supplement
        /// It has the number of satellites in view.
        case satellites
        /// It has the date of the times of day that follow.
        case date
        /// It names the datum of the positions that follow.
        case datum
    }

    /// What it says that holds for later epochs, too.
    enum Holdover {
        case nothing
        case dilution
        case heightAndDilution
    }

    var role: Role
    /// Whether receivers repeat it for each satellite system, so that only the combined one speaks
    /// for all.
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
