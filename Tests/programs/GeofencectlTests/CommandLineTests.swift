import ArgumentParser
import ControlProtocol
import Testing

@testable import geofencectl

@Suite("the command line")
struct CommandLineTests {
    @Test(arguments: [
        ["-o", "json"], ["-ojson"], ["--output=jsonl"],
        ["status", "--output", "json", "--nonsense"],
    ])
    func jsonOutputIsDetected(arguments: [String]) {
        #expect(Geofencectl.wantsJSON(arguments))
    }

    @Test(arguments: [[], ["-o"], ["-o", "table"], ["json"]])
    func otherOutputIsNotJSON(arguments: [String]) {
        #expect(!Geofencectl.wantsJSON(arguments))
    }

    @Test(arguments: [
        ("-o json status", "status -o json"),
        ("--socket /s --timeout=3 monitor list x", "monitor list x --socket /s --timeout=3"),
        ("-ojson fence add -- -", "fence add -ojson -- -"),
        ("--socket /s", "--socket /s"), ("--help", "--help"), ("status -o json", "status -o json"),
        ("--nonsense -o json status", "--nonsense -o json status"), ("", ""),
    ])
    func optionsMayStandBeforeTheVerb(given: String, moved: String) {
        let words = given.split(separator: " ").map(String.init)
        #expect(LeadingOptions.moved(words).joined(separator: " ") == moved)
    }

    /// Tables and examples would be broken anywhere: 80 columns are 71 beside the margins of a
    /// manual page.
    @Test func tablesAndExamplesFitTerminalAndManual() {
        func check(_ command: any ParsableCommand.Type) {
            let lines = command.configuration.discussion.split(separator: "\n")
            for line in lines where line.hasPrefix("  ") {
                #expect(line.count <= 71, "\(command): \(line)")
            }
            for subcommand in command.configuration.subcommands { check(subcommand) }
        }
        check(Geofencectl.self)
    }

    @Test func everyVerbParses() throws {
        for line in [
            "status", "monitor list", "monitor inspect yard", "monitor start yard",
            "monitor stop yard", "monitor pause yard", "monitor resume yard", "monitor",
            "fence list --monitor yard", "fence inspect quarry", "fence add f.json --set yard",
            "fence replace - --set yard", "fence remove quarry --set yard",
            "fence set f.json --set yard", "fence revert --set yard",
            "fence revert quarry spill --set yard", "fence check a.json b.json",
            "fence check a.json --buffer 20100000 --accuracy 0", "source list",
            "source status", "source status gps", "source start gps", "source stop gps",
            "source raw gps", "fix", "fix -f --source gps", "events -f -n 3",
            "events --since -10min",
            "events --since begin --type entered --type exited --fence a --monitor b",
            "visits --fence quarry --since -7d", "explain quarry --monitor yard --at -2min",
            "kind enable level", "kind disable global", "push indoor", "reload --wait",
            "config show", "config check f.toml", "wait --fix --timeout 5", "wait --inside quarry",
            "wait --event entered", "doctor --config f.toml", "bugreport --with-positions",
            "version", "decode f.nmea -o jsonl",
            "replay --config f.toml --input l.nmea --speed max --set a.b=1 --against g.toml",
        ] {
            let words = line.split(separator: " ").map(String.init) + ["-o", "json"]
            #expect(throws: Never.self, "\(line)") { try Geofencectl.parseAsRoot(words) }
        }
    }

    @Test(arguments: [
        "wait", "wait --fix --inside a", "wait --fix --monitor yard",
        "wait --inside a --source gps", "wait --event entered --source gps", "events -n -3",
        "kind enable x",
        "status --timeout 0", "replay --input l --speed 0", "replay --input l --speed fast",
        "fence check a --buffer nan", "fence check a --buffer inf", "fence check a --buffer=-1",
        "fence check a --buffer 1e300", "fence check a --accuracy nan",
        "fence check a --accuracy=-1",
    ])
    func contradictionsAreRefused(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: (any Error).self) { try Geofencectl.parseAsRoot(words) }
    }

    @Test(arguments: [
        (FailureKind.notFound, ExitReason.noInput), (.timeout, .timedOut), (.busy, .timedOut),
        (.configInvalid, .badConfiguration), (.permissionDenied, .noPermission),
        (.fenceInvalid, .badData), (.invalidParams, .usage), (.invalidState, .checkFailed),
        (.cursorExpired, .badData), (.tooLarge, .checkFailed),
    ])
    func refusalsBecomeExitCodes(kind: FailureKind, status: ExitReason) {
        #expect(CommandFailure(Failure(kind, "No.")).status == status)
    }
}
