internal import ConsumerFrame
internal import WebhookConsumer

/// Sends the events of geofenced to HTTP endpoints.
@main
struct Main {
    static func main() {
        let command = ProgramCommand(
            "webhook", purpose: "Sends the events of geofenced to HTTP endpoints."
        ) { WebhookSettings(&$0) }
        let stop = StopSignal.descriptor()
        do throws(UnusableSettings) {
            try WebhookService(command.settings).run(stop: stop)
        } catch {
            command.end(error)
        }
    }
}
