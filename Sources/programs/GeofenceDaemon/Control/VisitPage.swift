import ControlProtocol
import EventStore

/// A page of the list of visits: as many of the visits found as fit.
struct VisitPage {
    /// A visit and its place.
    struct Entry {
        /// The number of the first retained event of the visit.
        var place: Seq
        /// The visit as JSON, encoded on the store's thread to spare the loop.
        var visit: RawJSON

        /// Creates an entry for a visit.
        init(place: Seq, visit: VisitRecord) {
            self.place = place
            self.visit = RawJSON(checked: Wire.line(visit))
        }
    }

    /// The number of visits to look up: one more than a page shows whether another follows.
    static let asked = Limits.listedVisits + 1

    /// The visits on the page.
    private(set) var visits: [RawJSON] = []
    /// The place of the last visit on the page; nil when no other visit follows.
    private(set) var next: Seq?

    /// Creates a page of the first entries that fit. The first entry always fits.
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
