import ControlProtocol

/// Counts clients, so that neither all of them nor one user can exhaust the daemon.
struct ClientCensus {
    private(set) var total = 0
    private var byUser: [UInt32: Int] = [:]

    /// Counts one client more, or says why it must go.
    mutating func admit(uid: UInt32) -> Failure? {
        guard total < Limits.clients else {
            return Failure(
                .busy, "There are already \(total) clients, and no more are allowed.",
                hint: "Close a client or try again later.")
        }
        let own = byUser[uid, default: 0]
        guard own < Limits.clientsPerUser else {
            return Failure(
                .busy, "This user already has \(own) clients, and no more are allowed.",
                hint: "Close one of them or try again later.")
        }
        total += 1
        byUser[uid] = own + 1
        return nil
    }

    /// Counts one client less.
    mutating func leave(uid: UInt32) {
        total -= 1
        let own = byUser[uid, default: 1] - 1
        byUser[uid] = own == 0 ? nil : own
    }
}
