import ControlProtocol
import EventStore

/// A page of the list of stays: as many as fit of those that were found.
struct VisitPage {
    /// A stay and its place.
    struct Entry {
        /// The place.
        var place: Seq
        /// The stay, encoded: on the store's thread, so that the loop only counts.
        var visit: RawJSON

        /// An entry for a stay.
        init(place: Seq, visit: VisitRecord) {
            self.place = place
            self.visit = RawJSON(checked: Wire.line(visit))
        }
    }

    /// How many stays to look up: one more than a page takes shows whether another follows.
    static let asked = Limits.listedVisits + 1

    /// The stays that fit.
    private(set) var visits: [RawJSON] = []
    /// The place of the last of them, when another follows.
    private(set) var next: Seq?

    /// The page that begins with the first of those stays, however long that one is.
    init(of entries: [Entry]) {
        var room_bytes = Limits.visitPage_bytes
        var last: Seq?
        for entry in entries {
            let bytes = entry.visit.bytes.count
            if last != nil, visits.count == Limits.listedVisits || bytes > room_bytes {
                next = last
                return
            }
            room_bytes -= bytes
            visits.append(entry.visit)
            last = entry.place
        }
    }
}
