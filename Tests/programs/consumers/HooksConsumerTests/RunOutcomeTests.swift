import Testing

@testable import HooksConsumer

@Suite struct RunOutcomeTests {
    private func outcome(
        _ ending: HookProcess.Ending, isTransientUnit: Bool = true, after seconds: Double = 1,
        _ firstLine: String? = nil
    ) -> RunOutcome {
        RunOutcome(
            ending, isTransientUnit: isTransientUnit, after: seconds, timeout_s: 30,
            firstLine: firstLine)
    }

    @Test func exit0IsDoneAndExit75RunsAgain() {
        #expect(outcome(.exited(0), after: 31) == .done)
        #expect(outcome(.exited(75)) == .again("asks to be tried again later (exit 75)"))
        #expect(outcome(.exited(3)) == .failed("failed with exit 3"))
        #expect(outcome(.stopped) == .again("was ended from outside"))
    }

    @Test func theTimeOutOfATransientUnitIsExit1AfterItsTime() {
        let timedOut = RunOutcome.again("took longer than 30.0 s")
        #expect(outcome(.exited(1), after: 30) == timedOut)
        #expect(outcome(.exited(1), after: 29) == .failed("failed with exit 1"))
        #expect(
            outcome(.exited(1), isTransientUnit: false, after: 31) == .failed("failed with exit 1"))
        #expect(outcome(.timedOut, isTransientUnit: false, after: 30) == timedOut)
    }

    @Test(arguments: [
        "Failed to start transient service unit: Connection reset by peer",
        "Failed to connect to bus: No such file or directory",
        "Failed to connect to system scope bus via local transport: Connection refused",
        "Failed to create bus connection: Connection refused",
    ])
    func aUnitThatSystemdDidNotStartRunsAgain(line: String) {
        #expect(outcome(.exited(1), line) == .again("was not started: \(line)"))
        let own = RunOutcome.failed("failed with exit 1")
        #expect(outcome(.exited(1), isTransientUnit: false, line) == own)
        #expect(outcome(.exited(1), "Failed to open the gate") == own)
    }

    @Test func aSignalIsNoExitStatusOfTheHook() {
        #expect(outcome(.signalled(9), isTransientUnit: false) == .failed("was ended by signal 9"))
        #expect(
            outcome(.exited(255)) == .failed("was ended by a signal, or failed with exit 255"))
        #expect(outcome(.exited(255), isTransientUnit: false) == .failed("failed with exit 255"))
    }
}
