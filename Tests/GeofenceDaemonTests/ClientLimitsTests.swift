import ControlProtocol
import SystemServices
import Testing

@testable import GeofenceDaemon

@Suite struct ClientLimitsTests {
    @Test func oneUserHasSixteenClients() {
        var census = ClientCensus()
        for _ in 0..<Limits.clientsPerUser { #expect(census.admit(uid: 1000) == nil) }
        #expect(census.admit(uid: 1000)?.kind == .busy)
        #expect(census.admit(uid: 1001) == nil)
        census.leave(uid: 1000)
        #expect(census.admit(uid: 1000) == nil)
    }

    @Test func allUsersHaveSixtyFour() {
        var census = ClientCensus()
        for client in 0..<Limits.clients { #expect(census.admit(uid: UInt32(client)) == nil) }
        #expect(census.admit(uid: 5000)?.kind == .busy)
        #expect(census.total == Limits.clients)
    }

    @Test(
        arguments: [
            (0, [0], Hello.Access.operate), (900, [900], .operate), (1000, [1000, 50], .operate),
            (1000, [1000, 60], .read), (1000, [1000], nil),
        ] as [(UInt32, Set<UInt32>, Hello.Access?)])
    func rightsFollowUserAndGroups(uid: UInt32, groups: Set<UInt32>, expected: Hello.Access?) {
        let rules = AccessRules(operators: "geofenced", operatorsID: 50, readersID: 60, owner: 900)
        #expect(rules.access(of: Peer(uid: uid, pid: 1, groups: groups)) == expected)
        #expect(rules.refusal.kind == .permissionDenied)
    }
}
