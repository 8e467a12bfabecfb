/// Another talker beside a lead instrument: the same instrument under another name, whose positions are
/// those of the lead at the same times, or a stranger.
struct Companion {
    /// Metres, squared, by which sentences of one instrument differ: some round to thousandths of a
    /// minute.
    private static let sameness = 2.5 * 2.5
    /// So often in a row it has to agree before its word that there is no fix is the lead's.
    private static let proof = 3
    /// So often it may disagree before its positions count no more.
    private static let doubt = -2

    /// The two letters, first in the high byte.
    private(set) var talker: UInt16 = 0
    /// How often it agreed with the lead of late, less how often it did not.
    private var standing = 0
    /// Its last position, while the lead has not spoken of that moment.
    private var open = Place()

    init(talker: UInt16 = 0) {
        self.talker = talker
    }

    /// A position with its time.
    struct Place {
        var timeOfDay: Int64 = -1
        var latitude = 0.0
        var longitude = 0.0

        @inline(__always)
        init() {}

        @inline(__always)
        init(_ observation: Observation) {
            timeOfDay = observation.timeOfDay
            latitude = observation.latitude
            longitude = observation.longitude
        }

        func isOfMoment(of other: Place) -> Bool {
            timeOfDay >= 0 && timeOfDay == other.timeOfDay
        }
    }

    /// Whether it has proved to be the lead itself.
    var isLead: Bool { standing == Self.proof }

    /// Whether it has proved to be another instrument.
    var isStranger: Bool { standing <= Self.doubt }

    /// Takes note of a position of its own.
    mutating func note(_ place: Place, lead: Place) {
        if open.timeOfDay >= 0, !open.isOfMoment(of: place) { count(agrees: false) }
        open = place
        compare(with: lead)
    }

    /// Compares its last position with one of the lead, if both are of one moment.
    mutating func compare(with lead: Place) {
        guard open.isOfMoment(of: lead) else { return }
        count(
            agrees: planeDistanceSquared(
                open.latitude, open.longitude, lead.latitude, lead.longitude) <= Self.sameness)
        open.timeOfDay = -1
    }

    private mutating func count(agrees: Bool) {
        standing = agrees ? min(standing + 1, Self.proof) : max(standing - 1, -Self.proof)
    }
}
