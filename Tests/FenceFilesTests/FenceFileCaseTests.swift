import Chronology
import FenceFiles
import Geodesy
import Geofencing
import Testing

@Suite struct FenceFileCaseTests {
    @Test(arguments: try FenceFileCase.all())
    func saysWhatIsWrittenBesideTheFile(_ case: FenceFileCase) throws {
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
        let values: [(String, Any?)] = [
            ("kind", settings.kind), ("floor", settings.floor), ("enabled", settings.enabled),
            ("buffer_m", settings.buffer_m), ("tolerance_enter", settings.toleranceEnter),
            ("tolerance_exit", settings.toleranceExit),
            ("tolerance_enter_m", settings.toleranceEnter_m),
            ("tolerance_exit_m", settings.toleranceExit_m),
            ("confirm_enter", settings.confirmEnter.map { "\($0.fixes) in \($0.seconds) s" }),
            ("confirm_exit", settings.confirmExit.map { "\($0.fixes) in \($0.seconds) s" }),
            ("ignore_period_s", settings.ignorePeriod_s), ("dwell_s", settings.dwell_s),
            ("dwell_repeat_s", settings.dwellRepeat_s),
            ("dwell_max_gap_s", settings.dwellMaxGap_s),
            ("altitude_min_m", settings.altitudeMinimum_m),
            ("altitude_max_m", settings.altitudeMaximum_m),
            ("expires_at", settings.expiresAt?.rfc3339),
            ("schedule", settings.schedule?.spans.map(\.text)),
        ]
        return values.compactMap { name, value in value.map { "  \(name) = \($0)" } }
    }
}
