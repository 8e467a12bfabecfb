import ControlProtocol
import EventStore

/// A page of the list of visits: as many as fit of those that were found.
struct VisitPage {
    /// A visit and its place.
    struct Entry {
        /// The place.
        var place: Seq
        /// The visit, encoded: on the store's thread, so that the loop only counts.
        var visit: RawJSON

        /// An entry for a visit.
        init(place: Seq, visit: VisitRecord) {
            self.place = place
            self.visit = RawJSON(checked: Wire.line(visit))
        }
    }

    /// How many visits to look up: one more than a page takes shows whether another follows.
    static let asked = Limits.listedVisits + 1

    /// The visits that fit.
    private(set) var visits: [RawJSON] = []
    /// The place of the last of them, when another follows.
    private(set) var next: Seq?

    /// The page that begins with the first of those visits, however long that one is.
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
