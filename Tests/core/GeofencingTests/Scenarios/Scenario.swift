import Chronology
import Composition
import Fixes
import Geodesy
import Geofencing
import Messages

/// A scenario file: a configuration, inputs with their times, and the events they must give.
///
/// The grammar is at the head of `Tests/Data/Geofencing/scenarios/README.md`.
struct Scenario {
    /// What a line of the file asks for.
    enum Command {
        case input(Input)
        /// Asks for the state of a fence: `= FENCE SIDE [REASON] [monitor=NAME]`.
        case state(fence: String, side: String, reason: String?, monitor: String?)
        /// Saves the state, and starts a new engine that is given it, perhaps with one monitor
        /// changed.
        case restart(MonitorDefinition?)
        /// The same, with a restarted boot clock.
        case reboot(uptime_s: Double)
        /// Starts a new engine that is given what the last one had asked to be saved until then.
        case powerCut
        /// Configures again.
        case reload
        /// Configures again with one changed line.
        case revise(ConfigurationLine)
        /// Changes one line, without effect until the configuration is loaded again.
        case write(ConfigurationLine)
    }

    /// A line of a configuration or of a fence file.
    enum ConfigurationLine {
        case monitor(MonitorDefinition)
        case kind(FenceKind, KindDefaults)
        case fence(FenceSetName, Fence)
        case noFence(id: String)
    }

    struct Step {
        var line: Int
        var seconds: Double
        var command: Command
    }

    var lines: [String]
    var configuration = EngineConfiguration()
    var steps: [Step] = []
    /// Line numbers and words of the expected events.
    var expected: [(line: Int, words: [String])] = []
    var shown: Set<String> = []

    private var fences: [String: [Fence]] = [:]
    private var places: [String: String] = [:]
    private var origin = Coordinate(latitude: 52, longitude: 4)
    private var time = 0.0
    /// How far the present step is through its span, 0 to 1.
    private var share = 0.0

    /// UTC at second 0.
    static let start = UTCInstant(nanoseconds: 1_767_225_600_000_000_000)

    init(_ text: String) throws {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last == "" { lines.removeLast() }
        for (index, line) in lines.enumerated() { try read(line, index) }
        applyFences()
    }

    private mutating func applyFences() {
        for monitor in configuration.monitors
        where configuration.fenceSets[monitor.fences] == nil && fences[monitor.fences.text] == nil {
            fences[monitor.fences.text] = []
        }
        for (name, set) in fences {
            configuration.fenceSets[FenceSetName(name)] = FenceSet.make(set)
        }
    }

    private mutating func read(_ line: String, _ index: Int) throws {
        var words = Words(line)
        guard let first = words.next(), !first.hasPrefix("#") else { return }
        if first.hasPrefix("@") {
            return try readStep(String(first.dropFirst()), &words, index)
        }
        switch first {
        case "origin":
            origin = Coordinate(latitude: try words.number(), longitude: try words.number())
        case "place": places[try words.word()] = try words.word()
        case "show": shown.formUnion(words.rest())
        case "monitor": configuration.monitors.append(try words.monitor())
        case "fence":
            let (set, fence) = try words.fence(from: origin)
            fences[set, default: []].append(fence)
        case "missing":
            configuration.fenceSets[FenceSetName(try words.word())] =
                LoadedFences(set: nil, problems: ["no such file"])
        case "feed": configuration.feeds["gps"] = try words.feed()
        case "source":
            let name = try words.word()
            configuration.feeds[name] = try words.feed()
            configuration.feeds[name]?.parent = "gps"
        case "filter":
            configuration.feeds[try words.word(), default: FeedSettings()].filter = FixFilter(
                compiling: words.rest().joined(separator: " ")
            ) { _ in [:] }
        case "expression":
            let name = try words.word()
            let expression = MessageExpression(
                compiling: words.rest().joined(separator: " ")
            ) { _ in [:] }
            for index in configuration.monitors.indices
            where configuration.monitors[index].name == name {
                configuration.monitors[index].message = .expression(expression)
            }
        case "built":
            configuration.buildDate = Self.start.advanced(bySeconds: try seconds(try words.word()))
        case "level": configuration.level = try words.kind(configuration.level)
        case "global": configuration.global = try words.kind(configuration.global)
        case ">": expected.append((index, words.rest()))
        case "=":
            let fence = try words.word()
            let side = try words.word()
            let rest = words.rest()
            add(
                .state(
                    fence: fence, side: side, reason: rest.first { !$0.contains("=") },
                    monitor: rest.first { $0.hasPrefix("monitor=") }.map { String($0.dropFirst(8)) }
                ),
                index)
        default: throw Unreadable(text: "unknown word '\(first)'")
        }
    }

    /// `@10s …`, or `@0s..60s/1s …` for the same every second.
    private mutating func readStep(_ when: String, _ words: inout Words, _ index: Int) throws {
        let parts = when.split(separator: "/")
        let span = parts[0].split(separator: ".", omittingEmptySubsequences: true)
        guard when.contains("..") else {
            time = try seconds(when)
            return try readInput(&words, index)
        }
        let bounds = parts[0].components(separatedBy: "..")
        guard bounds.count == 2, parts.count == 2, !span.isEmpty else {
            throw Unreadable(text: "a span is @0s..60s/1s")
        }
        let (begin, end, every) = (
            try seconds(bounds[0]), try seconds(bounds[1]), try seconds(String(parts[1]))
        )
        var count = 0
        while begin + Double(count) * every <= end {
            time = begin + Double(count) * every
            share = end > begin ? (time - begin) / (end - begin) : 0
            var copy = words
            try readInput(&copy, index)
            count += 1
        }
    }

    private mutating func readInput(_ words: inout Words, _ index: Int) throws {
        let verb = try words.word()
        switch verb {
        case "tick": add(.input(.tick), index)
        case "reboot":
            add(.reboot(uptime_s: try words.pairs().first.map { try seconds($1) } ?? 0), index)
        case "power-cut": add(.powerCut, index)
        case "restart":
            add(.restart(words.peek() == nil ? nil : try words.monitor()), index)
        case "reload": add(.reload, index)
        case "revise": add(.revise(.monitor(try words.monitor())), index)
        case "level", "global": add(.revise(try configurationLine(verb, &words)), index)
        case "write": add(.write(try configurationLine(try words.word(), &words)), index)
        case "running": add(.input(.feedRunning(true, source: "gps")), index)
        case "silent": add(.input(.feedRunning(false, source: "gps")), index)
        case "start", "stop", "pause", "resume":
            guard let command = MonitorCommand(rawValue: verb) else { return }
            add(.input(.monitor(try words.word(), command)), index)
        case "enable", "disable":
            guard let kind = FenceKind(rawValue: try words.word()) else {
                throw Unreadable(text: "a kind is level or global")
            }
            add(.input(.setKind(kind, enabled: verb == "enable")), index)
        case "add", "replace":
            let (set, fence) = try words.fence(from: origin)
            let change: FenceSetChange = verb == "add" ? .add(fence) : .replace(fence)
            add(.input(.changeFences(FenceSetName(set), [change])), index)
        case "set":
            let fences = try words.rest().split(separator: "|").map { fence in
                var words = Words(fence.joined(separator: " "))
                return try words.fence(from: origin).1
            }
            guard let set = FenceSet.make(fences).set else { return }
            add(.input(.changeFences(FenceSetName("f"), [.set(set)])), index)
        case "remove":
            add(.input(.changeFences(FenceSetName("f"), [.remove(id: try words.word())])), index)
        case "clock":
            let word = try words.word()
            let ahead_ns = word == "none" ? 0 : Int64(try seconds(word) * 1e9)
            let offset_ns = Self.start.nanoseconds + ahead_ns
            add(.input(.wallClock(offset_ns: word == "none" ? nil : offset_ns)), index)
        case "restarted": add(.input(.sourceRestarted(source: "gps")), index)
        case "way":
            let start = try offset(try words.word(), from: origin)
            let end = try offset(try words.word(), from: origin)
            try addFix(at: start.onSegment(to: end, at: share), &words, index)
        case "fix":
            let place = Coordinate(latitude: try words.number(), longitude: try words.number())
            try addFix(at: place, &words, index)
        case "at":
            let name = try words.word()
            let place = try offset(places[name] ?? name, from: origin)
            try addFix(at: place, &words, index)
        default: throw Unreadable(text: "unknown input '\(verb)'")
        }
    }

    private func configurationLine(
        _ first: String, _ words: inout Words
    ) throws -> ConfigurationLine {
        switch first {
        case "monitor": return .monitor(try words.monitor())
        case "level": return .kind(.level, try words.kind(configuration.level))
        case "global": return .kind(.global, try words.kind(configuration.global))
        case "fence":
            let (set, fence) = try words.fence(from: origin)
            return .fence(FenceSetName(set), fence)
        case "no-fence": return .noFence(id: try words.word())
        default: throw Unreadable(text: "unknown line '\(first)'")
        }
    }

    private mutating func addFix(
        at place: Coordinate, _ words: inout Words, _ index: Int
    ) throws {
        var update = LocationUpdate(
            position: place, time: Scenario.start.advanced(bySeconds: time))
        let details = try words.fixDetails()
        try words.details(of: &update)
        add(
            .input(
                details.map { .detailedFix(update, $0, source: "gps") }
                    ?? .fix(update, source: "gps")), index)
    }

    private mutating func add(_ command: Command, _ index: Int) {
        steps.append(Step(line: index, seconds: time, command: command))
    }
}

/// Why a scenario file cannot be read.
struct Unreadable: Error {
    var text: String
}

extension Substring {
    fileprivate func components(separatedBy separator: String) -> [String] {
        guard let range = firstRange(of: separator) else { return [String(self)] }
        return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
    }
}
