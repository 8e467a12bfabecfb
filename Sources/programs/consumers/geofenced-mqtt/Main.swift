internal import ConsumerFrame
internal import MQTTConsumer

/// Sends the events of geofenced to an MQTT broker.
@main
struct Main {
    static func main() {
        let command = ProgramCommand(
            "mqtt", purpose: "Sends the events, fences and position of geofenced to an MQTT broker."
        ) { MQTTSettings(&$0) }
        let stop = StopSignal.descriptor()
        Bridge(command.settings, password: Credential.read("mqtt-password")).run(stop: stop)
    }
}
