internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl consumer test`
struct ConsumerTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test event through a consumer.",
        discussion: """
            The event has the type test and "test": true. It is not in the log, and goes to this consumer alone: \
            to the broker, for instance, with the connection and the topic of all events. Exits with 0 when the \
            receiver has acknowledged it, and with 1 when it refused it or is not connected.
            """)
    @OptionGroup var control: ConsumerControl

    /// Seconds for the response; the daemon stops earlier.
    private static let patience_s = Limits.test_s + 5

    func run() throws {
        var control = control
        control.connection.timeout = control.connection.timeout ?? Self.patience_s
        let tested = try control.call(
            .consumerTest, ConsumerChoice(consumer: control.consumer), as: ConsumerTested.self)
        guard let error = tested.error else {
            let took = String(Int((tested.took_s * 1000).rounded()))
            return control.output.print(tested) { _ in
                "Test event \(printable(tested.event_id)) was delivered after \(took) ms.\n"
            }
        }
        throw CommandFailure(
            .checkFailed, "The test event was not delivered: \(printable(error))",
            hint: "See geofencectl consumer show \(printable(control.consumer)).")
    }
}
