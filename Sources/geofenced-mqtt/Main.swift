internal import ConfigurationText
internal import ConsumerFrame
internal import Glibc
internal import MQTTConsumer

/// Takes the events of geofenced to an MQTT broker.
@main
struct Main {
    private static let usage = """
        usage: geofenced-mqtt [--config FILE] [--check-config]

        Takes the events, fences and position of geofenced to an MQTT broker.

          --config FILE    the configuration [default: /etc/geofenced/mqtt.toml]
          --check-config   check the configuration and exit: 0 is well, 78 is not

        """

    static func main() {
        var path = "/etc/geofenced/mqtt.toml"
        var isCheck = false
        var arguments = CommandLine.arguments.dropFirst()
        while let word = arguments.popFirst() {
            switch word {
            case "--check-config": isCheck = true
            case "--config":
                guard let value = arguments.popFirst() else { fail(usage, 64) }
                path = value
            case "--help", "-h":
                print(usage, terminator: "")
                exit(0)
            case "--version":
                print("geofenced-mqtt \(ConsumerRelease.version)")
                exit(0)
            default: fail("geofenced-mqtt: there is no option \(word)\n\n" + usage, 64)
            }
        }
        let settings: MQTTSettings
        do throws(UnusableSettings) {
            settings = try TableReader.read(file: path) { MQTTSettings(&$0) }
        } catch {
            fail(error.problems.map { $0 + "\n" }.joined(), 78)
        }
        if isCheck {
            print("\(path) is valid.")
            exit(0)
        }
        let stop = StopSignal.descriptor()
        Bridge(settings, password: Credential.read("mqtt-password")).run(stop: stop)
    }

    private static func fail(_ text: String, _ status: Int32) -> Never {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
        exit(status)
    }
}
