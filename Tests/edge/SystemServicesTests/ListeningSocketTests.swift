import Glibc
import SystemServices
import Testing

@Suite struct ListeningSocketTests {
    @Test func onlyOwnerAndGroupMayConnect() throws {
        let path = try temporaryDirectory() + "/control.sock"
        let socket = try ListeningSocket.open(path: path, group: nil)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        _ = consume socket
    }

    @Test func allUsersMayConnectWhereTheOwnerChecksThem() throws {
        let path = try temporaryDirectory() + "/push.sock"
        let socket = try ListeningSocket.open(path: path, group: nil, isForAll: true)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o666)
        _ = consume socket
    }

    @Test func staleSocketFileIsReplaced() throws {
        let path = try temporaryDirectory() + "/control.sock"
        let first = try ListeningSocket.open(path: path, group: nil)
        #expect(throws: ListeningSocket.Failure.alreadyRunning(path: path)) {
            _ = try ListeningSocket.open(path: path, group: nil)
        }
        _ = consume first
        _ = try ListeningSocket.open(path: path, group: nil)
    }

    @Test func failureToListenIsExplained() throws {
        let folder = try temporaryDirectory()
        let long = folder + "/" + String(repeating: "x", count: 120)
        #expect(throws: ListeningSocket.Failure.pathTooLong(path: long)) {
            _ = try ListeningSocket.open(path: long, group: nil)
        }
        #expect(throws: ListeningSocket.Failure.notASocket(path: folder)) {
            _ = try ListeningSocket.open(path: folder, group: nil)
        }
        #expect(throws: ListeningSocket.Failure.unknownGroup("no-such-group")) {
            _ = try ListeningSocket.open(path: folder + "/s", group: "no-such-group")
        }
    }

    @Test func peerIsIdentified() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let peer = try #require(Peer(ofSocket: ends[0]))
        #expect(peer.uid == Peer.ownUserID())
        #expect(peer.process.pid == getpid())
        #expect(peer.process == Peer(ofSocket: ends[1])?.process)
        #expect(peer.groups.contains(getegid()))
        for end in ends { close(end) }
        // A parallel test may already have a socket with the number of a closed one.
        #expect(Peer(ofSocket: -1) == nil)
    }
}
