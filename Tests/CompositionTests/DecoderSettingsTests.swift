import Chronology
import Composition
import Positioning
import Settings
import Testing

@Suite struct DecoderSettingsTests {
    private let recording = ["USB0", "USB1"].map {
        #"{"class":"TPV","device":"/dev/tty\#($0)","mode":3,"lat":48.1,"lon":11.5,"eph":5}"# + "\n"
    }.joined()

    /// The devices whose fixes a recording of a gpsd gives.
    private func devices(heardBy source: SourceSettings) -> [String?] {
        var reader = TrackReader(.gpsd, TrackSettings(source))
        var devices: [String?] = []
        let note: (TimedReport) -> Void = {
            if case .fix(let fix) = $0.report { devices.append(fix.device) }
        }
        reader.receive(Array(recording.utf8).span, note)
        reader.finish(note)
        return devices
    }

    @Test(arguments: ["/dev/ttyUSB0", "/dev/ttyUSB1"])
    func aReplayHearsTheDeviceThatTheSourceHears(device: String) {
        let source = SourceSettings(
            name: "gps", kind: .gpsd(host: "localhost", port: 2947, device: device))
        #expect(devices(heardBy: source) == [device])
    }
}
