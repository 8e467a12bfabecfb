import Chronology
import Composition
import Geodesy
import Positioning
import Settings
import Testing

@Suite struct DecoderSettingsTests {
    /// Two receivers, each at its own position.
    private let recording = [("USB0", 48.0), ("USB1", 49.0)].map { device, latitude in
        #"{"class":"TPV","device":"/dev/tty\#(device)","mode":3,"lat":\#(latitude),"lon":11.5}"#
            + "\n"
    }.joined()

    /// The latitudes of the fixes in a recording of a gpsd.
    private func latitudes(decodedFor source: SourceSettings) -> [Double] {
        var reader = TrackReader(.gpsd, TrackSettings(source))
        var latitudes: [Double] = []
        let note: (TimedReport) -> Void = {
            if case .fix(let fix) = $0.report { latitudes.append(fix.position.latitude) }
        }
        reader.receive(Array(recording.utf8).span, note)
        reader.finish(note)
        return latitudes
    }

    @Test(arguments: [("/dev/ttyUSB0", 48.0), ("/dev/ttyUSB1", 49.0)])
    func replayUsesTheDeviceOfTheSource(device: String, latitude: Double) {
        let source = SourceSettings(
            name: "gps", kind: .gpsd(host: "localhost", port: 2947, device: device))
        #expect(latitudes(decodedFor: source) == [latitude])
    }
}
