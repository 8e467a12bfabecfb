import ControlProtocol
import EventStore

/// A page of the list of visits while it is filled: as many of the visits found as fit. They are encoded on
/// the store's thread to spare the loop.
struct VisitPage {
    /// The visits on the page.
    private(set) var visits: [RawJSON] = []
    /// The place of the last visit on the page; nil when no other visit follows.
    private(set) var next: Seq?
    private var room_bytes = Limits.visitPage_bytes
    private var last: Seq?

    /// Adds a visit whose first retained event is `place`. Returns false, and sets `next`, when the page is
    /// full. The first visit always fits.
    mutating func add(_ visit: VisitRecord, at place: Seq) -> Bool {
        let line = Wire.line(visit)
        if last != nil, visits.count == Limits.listedVisits || line.count > room_bytes {
            next = last
            return false
        }
        room_bytes -= line.count
        visits.append(RawJSON(checked: line))
        last = place
        return true
    }
}
