import Glibc

/// The descriptors that a poll loop waits for.
public final class PollSet {
    private var queries: [pollfd] = []

    /// No descriptors.
    public init() {}

    /// Adds a descriptor and returns its index; a negative one is never ready. One with neither
    /// `reads` nor `writes` is left out: its end would wake the loop again and again.
    public func add(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) -> Int {
        let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
        queries.append(
            pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0))
        return queries.count - 1
    }

    /// Waits until a descriptor is ready, for so many seconds at most.
    public func wait(seconds: Double) { wait(.after(seconds: seconds)) }

    /// Waits until a descriptor is ready or the deadline has passed.
    public func wait(_ deadline: Deadline) {
        let count = nfds_t(queries.count)
        _ = unsafe poll(&queries, count, deadline.milliseconds)
    }

    /// Whether the descriptor of an index can be read, or has failed.
    public func canRead(_ index: Int) -> Bool { isReady(index, POLLIN) }

    /// Whether the descriptor of an index can be written, or has failed.
    public func canWrite(_ index: Int) -> Bool { isReady(index, POLLOUT) }

    private func isReady(_ index: Int, _ what: Int32) -> Bool {
        Int32(queries[index].revents) & (what | POLLERR | POLLHUP) != 0
    }
}
