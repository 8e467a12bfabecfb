import Geodesy

/// The place of a fix, which becomes a standpoint only when something has to be measured from it:
/// where no fence is near, nothing has.
struct Sight {
    let place: Coordinate
    /// The place as a standpoint.
    private(set) lazy var standpoint = Standpoint(place)

    init(_ place: Coordinate) {
        self.place = place
    }
}
