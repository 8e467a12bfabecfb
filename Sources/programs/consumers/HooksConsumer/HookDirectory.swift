internal import ControlProtocol
internal import SystemServices

/// Programs in directories by type of event: `hooks.d/entered.d/10-gate`.
struct HookDirectory: Sendable, Hashable {
    /// The directory that holds them.
    let path: String
    let rules: Hook.Rules

    /// The directory whose programs run for every transition.
    private static let all = "all"
    /// The most programs of a directory: each of them runs for every event of its type.
    private static let maximumPrograms = 256

    /// The hooks for a type of event, in order of name, and what is wrong with others.
    func hooks(of type: String) -> (hooks: [Hook], problems: [String]) {
        var found: [(name: String, hook: Hook)] = []
        var problems: [String] = []
        let isTransition = EventType(rawValue: type)?.isTransition ?? false
        for folder in [type] + (isTransition ? [Self.all] : []) {
            for (name, file, problem) in Self.programs(in: "\(path)/\(folder).d") {
                if let problem {
                    problems.append(problem)
                } else {
                    found.append((name, hook("\(folder).d/\(name)", file, type)))
                }
            }
        }
        return (
            found.sorted { ($0.name, $0.hook.name) < ($1.name, $1.hook.name) }.map(\.hook), problems
        )
    }

    /// What is wrong with any program.
    var problems: [String] {
        let folders = [Self.all] + EventType.allCases.map(\.rawValue)
        let programs = folders.flatMap { Self.programs(in: "\(path)/\($0).d") }
        let user = programs.isEmpty ? nil : rules.userProblem
        return [user.map { "\(path): \($0)" }].compactMap(\.self) + programs.compactMap(\.problem)
    }

    /// The files of a directory in order of name; those with a problem are not run.
    private static func programs(
        in folder: String
    ) -> [(name: String, file: String, problem: String?)] {
        // Hidden files are not programs.
        let names = Directory.names(folder).filter { !$0.hasPrefix(".") }
        return names.enumerated().map { index, name in
            let file = "\(folder)/\(name)"
            let surplus = "\(file): is skipped: only \(maximumPrograms) programs may be there"
            return (name, file, index < maximumPrograms ? problem(name, file) : surplus)
        }
    }

    private func hook(_ name: String, _ file: String, _ type: String) -> Hook {
        Hook(
            name: name, types: [type],
            work: .command([Template(literal: file), Template(literal: type)]), rules: rules)
    }

    private static func problem(_ name: String, _ file: String) -> String? {
        // As run-parts(8): files that editors and packages leave behind have other characters in their names.
        let isName = name.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII
                && (character.isLetter || character.isNumber || character == "-"
                    || character == "_")
        }
        guard isName else {
            return "\(file): is skipped: name it with letters, digits, - and _ only"
        }
        return TrustedFile.problem(file, isProgram: true)
    }
}
