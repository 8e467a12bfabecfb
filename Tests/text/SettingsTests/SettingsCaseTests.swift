import ConfigurationText
import Geofencing
import Settings
import Testing

@Suite struct SettingsCaseTests {
    @Test(arguments: try SettingsCase.all())
    func problemsEqualTheGoldenText(_ file: SettingsCase) throws {
        let actual =
            switch Configuration.parse(file.text, path: file.name) {
            case .success(let configuration): summary(configuration)
            case .failure(let invalid): invalid.problems.map { "\($0)\n" }.joined()
            }
        #expect(try file.golden(updatedTo: actual) == actual)
    }

    /// The sources and monitors, one line each.
    private func summary(_ configuration: Configuration) -> String {
        let sources = configuration.sources.map { "source \($0.name): \($0.kind)\n" }
        let monitors = configuration.monitors.map {
            "monitor \($0.name): \($0.source) \($0.fences.text) exit after \($0.confirmExit.fixes)\n"
        }
        return "valid\n" + sources.joined() + monitors.joined()
    }
}
