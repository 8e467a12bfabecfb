import Glibc
import Systemd
import Testing

@testable import HooksConsumer

@Suite struct RunOutcomeTests {
    private func outcome(
        start: String = "done", _ result: String, _ code: Int = 0, _ status: Int32 = 0
    ) -> RunOutcome {
        RunOutcome(
            start: start,
            ServiceManager.ServiceResult(result: result, code: Int32(code), status: status),
            timeout_s: 30)
    }

    @Test func exit0IsDoneAndExit75RunsAgain() {
        #expect(outcome("success", CLD_EXITED, 0) == .done)
        let later = RunOutcome.again("asks to be tried again later (exit 75)")
        #expect(outcome("exit-code", CLD_EXITED, 75) == later)
        #expect(outcome(start: "failed", "exit-code", CLD_EXITED, 75) == later)
        #expect(outcome("exit-code", CLD_EXITED, 3) == .failed("failed with exit 3"))
        #expect(outcome("exit-code", CLD_EXITED, 203) == .failed("failed with exit 203"))
    }

    @Test func aTimeOutRunsAgain() {
        let timedOut = RunOutcome.again("took longer than 30.0 s")
        #expect(outcome("timeout", CLD_KILLED, SIGTERM) == timedOut)
        #expect(outcome("timeout", CLD_EXITED, 0) == timedOut)
        #expect(outcome(start: "timeout", "success") == timedOut)
    }

    @Test func aSignalOfAnotherProcessIsAFailureAndAStopIsNone() {
        #expect(outcome("signal", CLD_KILLED, SIGKILL) == .failed("was ended by signal 9"))
        #expect(outcome("core-dump", CLD_DUMPED, SIGSEGV) == .failed("was ended by signal 11"))
        #expect(outcome("success", CLD_KILLED, SIGTERM) == .again("was stopped from outside"))
        let hog = RunOutcome.failed("was killed because it used more memory than memory_max_mib")
        #expect(outcome("oom-kill", CLD_KILLED, SIGKILL) == hog)
    }

    @Test func whatSystemdDidNotStartRunsAgain() {
        let reasons = [
            outcome(start: "failed", "exit-code", CLD_EXITED, 203),
            outcome(start: "failed", "resources"), outcome(start: "dependency", "success"),
            RunOutcome(start: "canceled", nil, timeout_s: 30),
        ]
        #expect(
            reasons == [
                .again("was not started: exit 203, which systemd.exec(5) explains"),
                .again("was not started: resources"),
                .again("was not started: its job has ended as dependency"),
                .again("was not started: its job has ended as canceled"),
            ])
    }
}
