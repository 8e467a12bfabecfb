import ControlProtocol
import SystemServices
import Testing

@testable import GeofenceDaemon

@Suite struct ClientLimitsTests {
    @Test func userMayHaveSixteenClientsOfAnyPrograms() {
        var limits = ClientLimits()
        let programs = (1...).lazy.map { peer(1000, process: $0) }
        for program in programs.prefix(Limits.clientsPerUser) {
            #expect(limits.admit(program, .operator) == nil)
        }
        #expect(limits.admit(peer(1000, process: 99), .operator)?.kind == .busy)
        #expect(limits.admit(peer(1001, process: 99), .operator) == nil)
        limits.leave(peer(1000, process: 1), .operator)
        #expect(limits.admit(peer(1000, process: 100), .operator) == nil)
    }

    @Test func connectionsOfOneProgramAreLimited() {
        var limits = ClientLimits()
        for _ in 0..<Limits.clientsPerProcess {
            #expect(limits.admit(peer(0, process: 7), .root) == nil)
        }
        #expect(limits.admit(peer(0, process: 7), .root)?.kind == .busy)
        #expect(limits.admit(peer(0, process: 8), .root) == nil)
    }

    @Test func indistinguishableUsersAreCountedByProcess() {
        var limits = ClientLimits()
        for process in 1...4 {
            for _ in 0..<Limits.clientsPerProcess {
                #expect(limits.admit(peer(65534, process: Int32(process)), .operator) == nil)
            }
            #expect(limits.admit(peer(65534, process: Int32(process)), .operator)?.kind == .busy)
        }
        #expect(limits.total == 4 * Limits.clientsPerProcess)
    }

    @Test func processesOfOtherNamespacesAreDistinguishedByTheirInode() {
        var limits = ClientLimits()
        for _ in 0..<Limits.clientsPerProcess {
            #expect(limits.admit(peer(65534, process: 0, inode: 1), .operator) == nil)
        }
        #expect(limits.admit(peer(65534, process: 0, inode: 1), .operator)?.kind == .busy)
        #expect(limits.admit(peer(65534, process: 0, inode: 2), .operator) == nil)
    }

    @Test func connectionsAreReservedForHigherRanks() {
        var limits = ClientLimits()
        var user: UInt32 = 1000
        var total = 0
        for (rank, places) in [
            (ClientLimits.Rank.reader, Limits.readers), (.consumer, Limits.consumingClients),
            (.operator, Limits.members),
            (.root, Limits.clientsButOwner), (.owner, Limits.clients),
        ] {
            while total < places {
                #expect(limits.admit(peer(user, process: Int32(user)), rank) == nil)
                total += 1
                user += 1
            }
            #expect(limits.admit(peer(user, process: Int32(user)), rank)?.kind == .busy)
            #expect(limits.admit(peer(user, process: Int32(user)), .reader)?.kind == .busy)
        }
        #expect(limits.total == Limits.clients)
    }

    @Test(
        arguments: [
            (0, [0], ClientLimits.Rank.root), (900, [900], .owner), (1000, [1000, 50], .operator),
            (1000, [1000, 60], .reader), (1000, [1000], nil), (65534, [65534], nil),
            (65534, [65534, 50], .operator),
        ] as [(UInt32, Set<UInt32>, ClientLimits.Rank?)])
    func permissionsFollowUserAndGroups(
        uid: UInt32, groups: Set<UInt32>, expected: ClientLimits.Rank?
    ) {
        let rules = AccessRules(operators: "geofenced", operatorsID: 50, readersID: 60, owner: 900)
        #expect(rules.rank(of: Peer(uid: uid, process: .init(pid: 1), groups: groups)) == expected)
        #expect(rules.refusal.kind == .permissionDenied)
    }

    @Test func eachAccessIncludesTheLowerOnes() {
        let all: [Hello.Access] = [.operate, .consume, .read]
        for (index, access) in all.enumerated() {
            #expect(all.filter { access.includes($0) } == Array(all[index...]))
        }
        #expect(Method.allCases.filter { $0.access == .consume } == [.consumerAcknowledge])
    }

    @Test func overflowIDsGiveNoPermissions() {
        let rules = AccessRules(
            operators: "nogroup", operatorsID: 65534, readersID: 65534, owner: 65534)
        let unknown = Peer(uid: 65534, process: .init(pid: 1), groups: [65534])
        #expect(rules.rank(of: unknown) == nil)
    }
}

private func peer(_ uid: UInt32, process: Int32, inode: UInt64 = 0) -> Peer {
    Peer(uid: uid, process: Peer.Process(pid: process, inode: inode), groups: [uid])
}
