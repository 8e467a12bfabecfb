import ControlProtocol
import EventStore
import Geofencing
import Testing

@testable import GeofenceDaemon

/// How many fences may be changed at run time.
@Suite struct RuntimeFencesTests {
    private let yard = FenceSetName("/yard")
    private let port = FenceSetName("/port")

    private func put(_ set: FenceSetName, _ id: String, bytes: Int = 0) -> RuntimeFenceChange {
        .put(RuntimeFence(set: set, id: id, geoJSON: String(repeating: " ", count: bytes)))
    }

    /// Fences of which so many are kept; all are removals, which are kept as well.
    private func kept(_ count: Int, of set: FenceSetName) -> RuntimeFences {
        var fences = RuntimeFences()
        let removals = (0..<count).map { RuntimeFence(set: set, id: "f\($0)", geoJSON: nil) }
        #expect(fences.restore(removals, beyond: [:]).isEmpty)
        return fences
    }

    private func refusal(_ fences: RuntimeFences, _ changes: RuntimeFenceChange...) -> FailureKind?
    {
        do throws(Failure) {
            try fences.admit(changes)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func numberOfRuntimeFencesIsLimited() {
        let fences = kept(StoreLimits.runtimeFences, of: yard)
        #expect(fences.usage.count == StoreLimits.runtimeFences)
        #expect(refusal(fences, put(port, "new")) == .tooLarge)
        #expect(refusal(fences, put(yard, "new")) == .tooLarge)
        #expect(refusal(fences, put(yard, "f1", bytes: 9)) == nil, "another one of the same id")
        #expect(refusal(fences, .forget(set: yard, id: "f1"), put(port, "new")) == nil)
        #expect(refusal(fences, .forget(set: yard, id: "no"), put(port, "new")) == .tooLarge)
        #expect(refusal(fences, .forgetSet(yard), put(yard, "f1"), put(port, "new")) == nil)
        #expect(refusal(fences, .forgetSet(port), put(port, "new")) == .tooLarge)
    }

    @Test func bytesOfRuntimeFencesAreCounted() {
        let fences = kept(1, of: yard)
        let some = (0..<StoreLimits.runtimeFences_bytes / StoreLimits.valueBytes).map {
            put(port, "\($0)", bytes: StoreLimits.valueBytes)
        }
        #expect(throws: Failure.self) { try fences.admit(some) }
        #expect(throws: Never.self) { try fences.admit(Array(some.dropLast())) }
        let one = put(yard, "a", bytes: StoreLimits.valueBytes + 1)
        #expect(refusal(fences, one) == .tooLarge)
    }

    /// What is kept beyond the limits can only become less.
    @Test func beyondTheLimitsOnlyReductionsAreAccepted() {
        var fences = RuntimeFences()
        let beyond = RuntimeFenceUsage(count: StoreLimits.runtimeFences, bytes: 1)
        let removals = [RuntimeFence(set: yard, id: "f", geoJSON: nil)]
        #expect(fences.restore(removals, beyond: [yard: beyond]).isEmpty)
        #expect(fences.leftOutCount == StoreLimits.runtimeFences)
        #expect(fences.usage.count == StoreLimits.runtimeFences + 1)
        #expect(refusal(fences, put(port, "new")) == .tooLarge)
        #expect(refusal(fences, put(yard, "f", bytes: 1)) == .tooLarge)
        #expect(refusal(fences, .forget(set: yard, id: "f")) == nil)
        fences.forget("f", of: yard)
        #expect(fences.usage == beyond)
        fences.forget(yard)
        #expect(fences.usage == RuntimeFenceUsage() && fences.leftOutCount == 0)
        #expect(refusal(fences, put(port, "new")) == nil)
    }

    @Test func unreadableFencesAreLeftOutAndCounted() {
        var fences = RuntimeFences()
        let broken = [RuntimeFence(set: yard, id: "f", geoJSON: "{")]
        #expect(fences.restore(broken, beyond: [:]).count == 1)
        #expect(fences.usage == RuntimeFenceUsage(count: 1, bytes: 2))
        #expect(fences.leftOutCount == 1)
        fences.forgetLeftOut()
        #expect(fences.usage == RuntimeFenceUsage() && fences.leftOutCount == 0)
    }
}
