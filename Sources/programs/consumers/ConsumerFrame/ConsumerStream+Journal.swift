public import ControlClient
public import ControlProtocol

extension ConsumerStream {
    /// Creates a stream that writes its remarks to the journal.
    public convenience init(
        socket: String, _ request: SubscribeRequest, window: Int = usualWindow,
        takesTests: Bool = false
    ) {
        let name = request.consumer ?? ""
        self.init(socket: socket, request, window: window, takesTests: takesTests) { remark in
            let text =
                switch remark {
                case .parked(let cursor, let reason): "parked \(cursor): \(reason)"
                case .gap(let gap):
                    "events \(gap.from_seq) to \(gap.to_seq) are lost (\(gap.reason))"
                case .lost(let failure): "\(failure)"
                }
            ServiceNotice.log(4, "\(name): \(text)")
        }
    }
}
