internal import ControlProtocol

extension Client {
    /// Returns when the daemon stored the event of a number, RFC 3339; nil where its log does not
    /// have that event.
    func emissionTime(of seq: Int64) throws -> String? {
        var query = EventQuery()
        query.since_seq = max(0, seq - 1)
        do {
            let next = try call(.eventsList, query, as: EventList.self).events.first
            return next?.seq == seq ? next?.emitted_at : nil
        } catch let failure as CommandFailure
            where failure.isOfAnotherLog || failure.firstKept != nil
        {
            return nil
        }
    }
}
