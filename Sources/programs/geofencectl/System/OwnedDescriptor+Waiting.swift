internal import Glibc
internal import SystemServices

extension OwnedDescriptor {
    /// Waits until bytes or the end can be read, or until the deadline. Returns false at the
    /// deadline.
    func waitToRead(_ deadline: Deadline) -> Bool {
        wait(for: Int16(POLLIN), deadline)
    }

    /// Waits until bytes can be written, or until the deadline. Returns false at the deadline.
    func waitToWrite(_ deadline: Deadline) -> Bool {
        wait(for: Int16(POLLOUT), deadline)
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(rawValue, buffer.baseAddress, buffer.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw SystemError("write", code: errno)
            }
        }
    }

    /// Sends the bytes that a socket accepts now. Returns their number; 0 where it would block.
    func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    rawValue, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { throw SystemError("send", code: errno) }
        }
    }

    private func wait(for events: Int16, _ deadline: Deadline) -> Bool {
        var query = pollfd(fd: rawValue, events: events, revents: 0)
        while true {
            let ready = unsafe poll(&query, 1, deadline.milliseconds)
            if ready > 0 { return true }
            if ready == 0, deadline.isOver { return false }
        }
    }
}
