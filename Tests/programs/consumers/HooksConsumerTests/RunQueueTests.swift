import Consuming
import ControlClient
import ControlProtocol
import Testing

@testable import HooksConsumer

@Suite struct RunQueueTests {
    private func job(
        _ number: Int, fence: String, hook: String = "gate", isParallel: Bool = true,
        origin_s: Double = 0, maximumAge_s: Double = 0, environment: String? = nil
    ) throws -> HookJob {
        let line =
            #"{"method":"event","params":{"event_id":"e:\#(number)","fence":"\#(fence)","#
            + #""seq":\#(number),"type":"entered"}}"#
        let taken = try #require(TakenEvent(line: Array(line.utf8)))
        var rules = Hook.Rules()
        (rules.isParallel, rules.maximumAge_s) = (isParallel, maximumAge_s)
        return HookJob(
            number: number,
            hook: Hook(name: hook, types: ["entered"], work: .command([]), rules: rules),
            taken: taken, cursor: Cursor(epoch: "e", seq: Int64(number)), origin_s: origin_s,
            environment: environment)
    }

    private func started(_ queue: inout RunQueue, now: Double = 0) -> [Int] {
        var numbers: [Int] = []
        while let job = queue.next(now: now) { numbers.append(job.number) }
        return numbers
    }

    @Test func jobsOfOneFenceRunOneAfterAnother() throws {
        var queue = RunQueue(jobs: 4)
        for number in 1...3 { queue.add(try job(number, fence: "a")) }
        queue.add(try job(4, fence: "b"))
        #expect(started(&queue) == [1, 4])
        queue.finish(try job(1, fence: "a"))
        #expect(started(&queue) == [2])
    }

    @Test func aHookThatIsNotParallelRunsOnce() throws {
        var queue = RunQueue(jobs: 4)
        queue.add(try job(1, fence: "a", isParallel: false))
        queue.add(try job(2, fence: "b", isParallel: false))
        queue.add(try job(3, fence: "c", hook: "other", isParallel: false))
        #expect(started(&queue) == [1, 3])
        queue.finish(try job(1, fence: "a", isParallel: false))
        #expect(started(&queue) == [2])
    }

    @Test func unitsThatReadTheSameFileRunOneAfterAnother() throws {
        var queue = RunQueue(jobs: 4)
        let first = try job(1, fence: "a", environment: "gate@a.env")
        queue.add(first)
        queue.add(try job(2, fence: "b", hook: "other", environment: "gate@a.env"))
        queue.add(try job(3, fence: "c", environment: "gate@c.env"))
        #expect(started(&queue) == [1, 3])
        queue.finish(first)
        #expect(started(&queue) == [2])
    }

    @Test func atMostSoManyRunAtOnce() throws {
        var queue = RunQueue(jobs: 2)
        for number in 1...5 { queue.add(try job(number, fence: "\(number)")) }
        #expect(started(&queue) == [1, 2] && queue.count == 5)
    }

    @Test func aJobThatIsTriedAgainHoldsItsFenceAndNoOther() throws {
        var queue = RunQueue(jobs: 4)
        for number in 1...2 { queue.add(try job(number, fence: "a")) }
        let next = queue.next(now: 0)
        let first = try #require(next)
        queue.retry(first, at: 10)
        queue.add(try job(3, fence: "b"))
        #expect(started(&queue, now: 5) == [3])
        #expect(queue.due_s(now: 5) == 5)
        #expect(started(&queue, now: 10) == [1])
    }

    /// The age counts by the boot clock: no step of the system clock is part of it.
    @Test func aJobIsTooOldAfterTheLongestAgeOnly() throws {
        let young = try job(1, fence: "a", origin_s: -50, maximumAge_s: 300)
        #expect(young.excessiveAge_s(boot_s: 250) == nil)
        #expect(young.excessiveAge_s(boot_s: 251) == 301)
        #expect(try job(1, fence: "a", origin_s: -50).excessiveAge_s(boot_s: 1e9) == nil)
    }

    @Test func whatWaitsIsDroppedAndWhatRunsIsNot() throws {
        var queue = RunQueue(jobs: 1)
        for number in 1...3 { queue.add(try job(number, fence: "a")) }
        let next = queue.next(now: 0)
        let running = try #require(next)
        queue.dropWaiting()
        #expect(queue.count == 1)
        queue.finish(running)
        #expect(queue.count == 0)
    }
}
