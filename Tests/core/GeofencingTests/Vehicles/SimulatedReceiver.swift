import Chronology
import Fixes
import Geodesy
import TestSupport

/// What a receiver aboard a vehicle reports: how often, and what it leaves out.
struct SimulatedReceiver: CustomStringConvertible {
    /// How speeds are reported.
    enum Speeds: String, CaseIterable {
        case reported, missing
        /// Like many trackers: exactly 0 below walking speed, although it may creep.
        case noneWhenSlow
    }

    /// How accuracies are reported. An error is never larger than the accuracy; without one there
    /// is none.
    enum Accuracies: String, CaseIterable {
        case none, steady, varying
        /// Between satellites and Wi-Fi or cells.
        case twoKinds
    }

    var interval_s: Double
    var speeds: Speeds
    var accuracies: Accuracies
    var hasTimes: Bool
    /// Whether each error is drawn for itself, or drifts from fix to fix.
    var hasWhiteNoise: Bool
    /// The usual accuracy, metres.
    var accuracy_m: Double

    var description: String {
        "every \(interval_s) s, speeds \(speeds), accuracies \(accuracies) about \(accuracy_m) m, "
            + (hasTimes ? "times" : "no times") + (hasWhiteNoise ? ", white noise" : ", drifting")
    }

    /// Receivers of every kind, slow and fast ones alike.
    init(_ random: inout SplitMix) {
        let intervals = [0.05, 0.1, 0.2, 1, 1, 2, 5, 10, 20, 30, 60, 100]
        interval_s = intervals[Int(random.number(0...11.99))]
        speeds = Speeds.allCases[Int(random.number(0...2.99))]
        accuracies = Accuracies.allCases[Int(random.number(0...3.99))]
        hasTimes = random.number(0...1) < 0.75
        hasWhiteNoise = random.number(0...1) < 0.5
        accuracy_m = [1.5, 4, 4, 8, 20, 35, 60][Int(random.number(0...6.99))]
    }

    /// The fixes of a drive.
    func fixes(of path: TruePath, _ random: inout SplitMix) -> [SimulatedFix] {
        var fixes: [SimulatedFix] = []
        var index = 0
        var angle_deg = random.number(0...360)
        let every = max(1, Int((interval_s / path.step_s).rounded()))
        while index < path.places.count {
            let accuracy_m = draw(&random)
            angle_deg = hasWhiteNoise ? random.number(0...360) : angle_deg + random.number(-20...20)
            let share = hasWhiteNoise ? random.number(0...0.98) : random.number(0.5...0.6)
            let place = path.places[index].moved(
                course_deg: angle_deg, metres: (accuracy_m ?? 0) * share)
            fixes.append(
                SimulatedFix(
                    index: index, seconds: Double(index) * path.step_s, place: place,
                    accuracy_m: accuracy_m, speed_mps: speed(path.speeds_mps[index])))
            index += max(1, every + Int((Double(every) * random.number(-0.1...0.1)).rounded()))
        }
        return fixes
    }

    private func draw(_ random: inout SplitMix) -> Double? {
        switch accuracies {
        case .none: nil
        case .steady: accuracy_m
        case .varying: accuracy_m * random.number(0.6...2.5)
        case .twoKinds: random.number(0...1) < 0.5 ? 5 : 450
        }
    }

    private func speed(_ speed_mps: Double) -> Double? {
        switch speeds {
        case .reported: speed_mps
        case .missing: nil
        case .noneWhenSlow: speed_mps < 1 ? 0 : speed_mps
        }
    }
}

/// One fix of a simulated receiver.
struct SimulatedFix {
    /// The place of the true path at which it was measured.
    let index: Int
    let seconds: Double
    let place: Coordinate
    let accuracy_m: Double?
    let speed_mps: Double?

    /// At most the metres between it and the true place.
    var error_m: Double { accuracy_m ?? 0 }

    func update(hasTime: Bool) -> LocationUpdate {
        let start = UTCInstant(nanoseconds: 1_700_000_000_000_000_000)
        var update = LocationUpdate(
            position: place, time: hasTime ? start.advanced(bySeconds: seconds) : nil)
        update.accuracy_m = accuracy_m
        update.speed_mps = speed_mps
        return update
    }
}
