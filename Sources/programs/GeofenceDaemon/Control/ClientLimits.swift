import ControlProtocol
import SystemServices

/// Counts clients, so that no program, user or rank of users takes all places.
///
/// Where a sandbox hides the users (`PrivateUsers=`), all but root and the daemon's own user have the
/// same number: their clients are counted by process and rank, but not by user.
struct ClientLimits {
    /// The rank of a client, lowest first. Places are reserved for the higher ranks.
    enum Rank: Int, CaseIterable, Sendable {
        /// Members of the group that may only read.
        case reader
        /// Clients of the socket for consumers, whatever user they are.
        case consumer
        /// Members of the group of operators.
        case `operator`
        /// Root.
        case root
        /// The user that the daemon runs as, and as which systemd reloads the service.
        case owner

        /// The maximum number of simultaneous clients of this rank and all lower ranks.
        var places: Int {
            switch self {
            case .reader: Limits.readers
            case .consumer: Limits.consumingClients
            case .operator: Limits.members
            case .root: Limits.clientsButOwner
            case .owner: Limits.clients
            }
        }
    }

    /// The number of clients.
    private(set) var total = 0
    private var byUser: [UInt32: Int] = [:]
    private var byProcess: [Peer.Process: Int] = [:]
    private var byRank: [Rank: Int] = [:]

    /// Adds a client. Returns a failure, and adds nothing, when a limit is reached.
    mutating func admit(_ peer: Peer, _ rank: Rank) -> Failure? {
        if let reason = refusal(of: peer, rank) {
            return Failure(
                .busy, "\(reason), and no more are allowed.",
                hint: "Close one of them or try again later.")
        }
        count(peer, rank, 1)
        return nil
    }

    /// Removes a client from the counts.
    mutating func leave(_ peer: Peer, _ rank: Rank) { count(peer, rank, -1) }

    private func refusal(of peer: Peer, _ rank: Rank) -> String? {
        let ofProcess = byProcess[peer.process, default: 0]
        if ofProcess >= Limits.clientsPerProcess {
            return "This process already has \(ofProcess) clients"
        }
        if let user = Self.user(of: peer), byUser[user, default: 0] >= Limits.clientsPerUser {
            return "This user already has \(byUser[user, default: 0]) clients"
        }
        let upToRank = Rank.allCases.prefix(rank.rawValue + 1).reduce(0) {
            $0 + byRank[$1, default: 0]
        }
        if total < Limits.clients, upToRank < rank.places { return nil }
        return switch rank {
        case .reader: "There are already \(upToRank) clients that may only look"
        case .consumer: "There are already \(upToRank) clients that may look or consume events"
        case .operator: "There are already \(upToRank) clients of groups"
        case .root, .owner: "There are already \(total) clients"
        }
    }

    private mutating func count(_ peer: Peer, _ rank: Rank, _ change: Int) {
        total += change
        byRank[rank, default: 0] += change
        Self.count(peer.process, change, in: &byProcess)
        if let user = Self.user(of: peer) { Self.count(user, change, in: &byUser) }
    }

    private static func count<Key>(_ key: Key, _ change: Int, in counts: inout [Key: Int]) {
        let count = counts[key, default: 0] + change
        counts[key] = count == 0 ? nil : count
    }

    /// Returns the user of a peer; nil when the number stands for several users.
    private static func user(of peer: Peer) -> UInt32? {
        Peer.overflowIDs.contains(peer.uid) ? nil : peer.uid
    }
}
