import TestSupport
import Testing

@testable import FenceFiles

@Suite struct FenceSettingsTests {
    @Test(arguments: FenceSettingsReader.keys)
    func everyKeyIsInTheManual(key: String) throws {
        let manual = try DataFolder.package.text("etc/man/geofenced.fences.5")
        #expect(manual.contains("\\fI\(key)\\fR"))
    }
}
