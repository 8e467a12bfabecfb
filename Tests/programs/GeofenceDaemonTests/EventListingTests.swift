import ControlProtocol
import Testing

@testable import GeofenceDaemon

/// An answer ends where it is full, and the next one begins with the event that did not fit.
struct EventListingTests {
    private func entries(_ numbers: ClosedRange<Int64>, bytes: Int) -> [EventLog.Entry] {
        numbers.map { EventLog.Entry(seq: $0, record: [UInt8](repeating: 0, count: bytes)) }
    }

    @Test func endsAfterSoManyEvents() {
        var listing = EventListing(from: 1)
        while !listing.isFull {
            let last = listing.next + Int64(listing.asked) - 1
            listing.add(entries(listing.next...last, bytes: 100), next: last + 1)
        }
        #expect(listing.entries.count == Limits.listedEvents)
        #expect(listing.next == Int64(Limits.listedEvents) + 1)
    }

    @Test func endsBeforeTheLineIsTooLong() {
        var listing = EventListing(from: 1)
        listing.add(entries(1...9, bytes: Limits.eventPage_bytes / 4), next: 10)
        #expect(listing.isFull)
        #expect(listing.entries.map(\.seq) == [1, 2, 3])
        #expect(listing.next == 4)
    }

    @Test func takesOneEventOfAnySize() {
        var listing = EventListing(from: 1)
        listing.add(entries(1...2, bytes: Limits.line_bytes), next: 3)
        #expect(listing.entries.map(\.seq) == [1])
        #expect(listing.next == 2)
    }

    @Test func goesOnBehindWhatTheFilterHolds() {
        var listing = EventListing(from: 1)
        listing.add(entries(7...7, bytes: 100), next: 90)
        #expect(!listing.isFull)
        #expect(listing.next == 90)
    }
}
