import Settings
import Testing

@testable import SystemServices

@Suite struct LineSpeedTests {
    /// What a configuration may ask for is what a port can be set to.
    @Test func everySpeedOfTheConfigurationCanBeSet() {
        #expect(SerialPort.speeds.keys.sorted() == SourceKind.lineSpeeds)
    }
}
