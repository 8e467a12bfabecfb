import Fixes
import Geofencing
import Settings
import Testing

@Suite struct ConfigurationTests {
    @Test func monitorIsRead() throws {
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

    /// Programs are found as in a shell: without a slash in `PATH`.
    @Test func relativePathsAreResolvedAgainstTheConfiguration() throws {
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

    @Test func everySourceCheckCanBeSwitchedOff() throws {
        let keys = [
            "order_check", "date_check", "arrival_check", "zero_check", "height_check",
            "frozen_check", "max_speed_mps", "doppler_margin_mps",
        ]
        let off = keys.map { "\($0) = \"off\"\n" }.joined()
        let configuration = try Configuration.parse(
            """
            [daemon]
            wall_clock = "trusted"
            [source.off]
            type = "gpsd"
            sets_wall_clock = true
            \(off)
            [source.on]
            type = "gpsd"
            [source.tour]
            type = "gpx"
            path = "tour.gpx"
            speed = 8
            [source.walk]
            type = "simulated"
            path = "way.geojson"
            """, path: "geofenced.toml"
        ).get()
        var bare = FeedSettings()
        #expect(configuration.sources[1].feed == bare)
        bare.checksTimeOrder = false
        bare.checksDates = false
        bare.marksLateArrival = false
        bare.checksZeroCoordinates = false
        bare.checksHeights = false
        bare.checksFrozen = false
        bare.usesWallClock = false
        bare.maxSpeed_mps = nil
        bare.dopplerMargin_mps = nil
        #expect(configuration.sources[0].feed == bare)
        #expect(configuration.sources[2].feed.origin == .recording)
        #expect(configuration.sources[2].feed.pace == 8)
        #expect(configuration.sources[3].feed.origin == .simulated)
        #expect(configuration.daemon.wallClock == .trusted)
    }

    @Test(arguments: [
        (#""auto""#, AccuracyLimit.auto), (#""off""#, .off), ("40", .fixed(40)),
    ]) func accuracyLimitIsANumberOrAWord(value: String, limit: AccuracyLimit) throws {
        let configuration = try Configuration.parse(
            """
            [source.gps]
            type = "gpsd"
            [[monitor]]
            name = "garden"
            source = "gps"
            fences = "garden.geojson"
            max_accuracy_m = \(value)
            """, path: "geofenced.toml"
        ).get()
        #expect(configuration.monitors[0].accuracyLimit == limit)
    }
}
