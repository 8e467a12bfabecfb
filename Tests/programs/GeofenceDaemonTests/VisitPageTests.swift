import ControlProtocol
import EventStore
import Testing

@testable import GeofenceDaemon

/// A page ends where it is full, and leads on only when another visit follows.
struct VisitPageTests {
    private func page(_ numbers: ClosedRange<Seq>, name: String = "f") -> VisitPage {
        var page = VisitPage()
        for number in numbers {
            let visit = VisitRecord(
                visit: "m-\(number)", monitor: "m", fence: "f", fence_name: name)
            guard page.add(visit, at: number) else { break }
        }
        return page
    }

    @Test func endsAfterSoManyStays() {
        let most = Seq(Limits.listedVisits)
        #expect(page(1...most).next == nil)
        let page = self.page(1...most + 1)
        #expect(page.visits.count == Limits.listedVisits)
        #expect(page.next == most)
    }

    @Test func endsBeforeTheLineIsTooLong() {
        let name = String(repeating: "x", count: 10_000)
        let page = self.page(1...200, name: name)
        #expect(page.visits.count > 40)
        let list = VisitList.Encoded(visits: page.visits, next: "5f3a:\(page.next ?? 0)")
        #expect(Wire.line(Response.result(list, id: .number(1))).count < Limits.line_bytes)
    }

    @Test func takesOneStayOfAnySize() {
        let name = String(repeating: "x", count: Limits.visitPage_bytes)
        let page = self.page(7...8, name: name)
        #expect(page.visits.map { $0.value["visit"] } == [.string("m-7")])
        #expect(page.next == 7)
    }
}
