import Chronology
import FenceFiles
import Geodesy
import Geofencing
import Testing

@Suite struct FenceFileCaseTests {
    @Test(arguments: try FenceFileCase.all())
    func problemsEqualTheGoldenText(_ case: FenceFileCase) throws {
        let file = FenceFile.read(`case`.bytes)
        let said = summary(file)
        #expect(try `case`.golden(updatedTo: said) == said)
    }

    private func summary(_ file: FenceFile) -> String {
        var lines = file.problems.map { "\($0.severity.rawValue) \($0)" }
        lines += (file.fences ?? []).flatMap { fence in
            ["fence \(fence.id) \"\(fence.name)\"", "  \(geometry(fence.shape))"]
                + (fence.properties.map { ["  \($0)"] } ?? [])
                + settings(fence.settings)
        }
        lines.append(file.fences == nil ? "not readable" : "\(file.featureCount) features")
        return lines.map { $0 + "\n" }.joined()
    }

    private func geometry(_ shape: Shape) -> String {
        switch shape {
        case .polygons(let polygons):
            "polygons " + polygons.map { "\($0.rings.map(line))" }.joined(separator: " ")
        case .lines(let lines): "lines \(lines.map(line))"
        case .points(let points): "points \(line(points))"
        case .circle(let center, let radius): "circle \(line([center])) \(radius) m"
        }
    }

    private func line(_ places: [Coordinate]) -> String {
        places.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ", ")
    }

    private func settings(_ settings: FenceSettings) -> [String] {
        Setting.all.compactMap { setting in
            setting.fence?.value(settings).map { "  \(setting.key) = \(text($0))" }
        }
    }

    private func text(_ value: Setting.Value) -> String {
        switch value {
        case .number(let number): "\(number)"
        case .integer(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .text(let text): text
        case .texts(let texts): "\(texts)"
        case .confirmation(let confirmation):
            "\(confirmation.fixes) in \(confirmation.seconds) s"
        case .hours(let hours): "\(hours.spans.map(\.text))"
        case .time(let time): time.rfc3339
        case .accuracyLimit(let limit): limit.word
        }
    }
}
