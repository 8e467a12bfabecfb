import Geofencing
import Settings
import Testing

@Suite struct ConfigurationTests {
    @Test func readsAMonitor() throws {
        let text = """
            [source.gps]
            type = "serial"
            device = "/dev/ttyACM0"
            [[monitor]]
            name = "garden"
            source = "gps"
            fences = "fences.d/garden.geojson"
            confirm_exit = { fixes = 2, seconds = 10 }
            """
        let configuration = try Configuration.parse(
            text, path: "/etc/geofenced/geofenced.toml",
            overrides: ["monitor.garden.buffer_m=10", "monitor.garden.rule=exit"]
        ).get()
        let monitor = try #require(configuration.monitors.first)
        #expect(monitor.fences == FenceSetName("/etc/geofenced/fences.d/garden.geojson"))
        #expect(monitor.confirmExit == Confirmation(fixes: 2, seconds: 10))
        #expect(monitor.buffer_m == 10)
        #expect(monitor.rule == .exit)
        #expect(configuration.sources.first?.kind == .serial(device: "/dev/ttyACM0", baud: 0))
    }

    /// Programs are named like those of a shell: without a slash they are sought along `PATH`.
    @Test func takesDevicesAndProgramsFromItsOwnDirectory() throws {
        let text = """
            [source.a]
            type = "serial"
            device = "ttyF9P"
            [source.b]
            type = "exec"
            command = ["./positions.sh", "./log"]
            [source.c]
            type = "exec"
            command = ["cat", "log"]
            [source.d]
            type = "exec"
            command = ["/usr/local/bin/positions"]
            """
        let configuration = try Configuration.parse(
            text, path: "/etc/geofenced/geofenced.toml"
        ).get()
        #expect(
            configuration.sources.map(\.kind) == [
                .serial(device: "/etc/geofenced/ttyF9P", baud: 0),
                .exec(command: ["/etc/geofenced/positions.sh", "./log"]),
                .exec(command: ["cat", "log"]),
                .exec(command: ["/usr/local/bin/positions"]),
            ])
    }
}
