import Settings
import Testing

@testable import SystemServices

@Suite struct LineSpeedTests {
    /// Every speed that the configuration accepts can be set on a port.
    @Test func everyConfigurableSpeedCanBeSet() {
        #expect(SerialPort.speeds.keys.sorted() == SourceKind.lineSpeeds)
    }
}
