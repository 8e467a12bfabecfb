/// A list of plain words that is filled and cleared again and again: clearing it costs nothing, and
/// filling it takes no memory once it has been as long.
struct Refillable<Element: BitwiseCopyable & Sendable>: Sendable {
    private var room: [Element] = []
    private(set) var count = 0

    subscript(place: Int) -> Element {
        get {
            assert(place < count)
            return room[place]
        }
        set {
            precondition(place < count)
            room[place] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count < room.count { room[count] = element } else { room.append(element) }
        count += 1
    }

    /// Forgets the last one.
    mutating func removeLast() {
        precondition(count > 0)
        count -= 1
    }

    /// Puts the elements in order; equal ones keep theirs.
    @inline(__always)
    mutating func sort(by precedes: (Element, Element) -> Bool) {
        let places = 0..<count
        guard places.count <= Self.mostInserted else {
            return unsafe room.withUnsafeMutableBufferPointer {
                unsafe $0[places].sort(by: precedes)
            }
        }
        var elements = room.mutableSpan
        for place in places.dropFirst() {
            let element = elements[place]
            var gap = place
            while gap > 0, precedes(element, elements[gap &- 1]) {
                elements[gap] = elements[gap &- 1]
                gap &-= 1
            }
            elements[gap] = element
        }
    }

    /// Elements that are put in order one by one, which is done before a general sort has begun.
    private static var mostInserted: Int { 16 }

    /// Forgets everything, but keeps the room; not one that was needed once and hardly will be again.
    mutating func clear() {
        count = 0
        if room.count > Self.mostKept { room = [] }
    }

    /// Elements to keep room for.
    private static var mostKept: Int { 1024 }
}
