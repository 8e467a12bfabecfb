import Fixes
import Geofencing
import TestSupport

extension RandomWorld {
    /// Adds an input before one fix in eight: a command to a monitor, a fence that is removed or
    /// moved to the receiver, a kind of fence or a source that is switched.
    mutating func addNews() {
        for number in updates.indices where random.number(0...1) < 0.125 {
            news[number] = [someNews(at: number)]
        }
    }

    private mutating func someNews(at number: Int) -> Input {
        let monitor = monitors[Int(random.number(0...Double(monitors.count) - 0.01))].name
        let fence = Int(random.number(0...Double(fences.count) - 0.01))
        let set = FenceSetName("f")
        switch random.number(0...1) {
        case ..<0.2: return .monitor(monitor, .pause)
        case ..<0.5: return .monitor(monitor, .resume)
        case ..<0.55: return .monitor(monitor, .stop)
        case ..<0.7: return .monitor(monitor, .start)
        case ..<0.75: return .changeFences(set, [.remove(id: fences[fence].id)])
        case ..<0.9:
            let place = updates[number].update.position
            return .changeFences(set, [.replace(self.fence(fence, around: place, within: 200))])
        case ..<0.95: return .setKind(.global, enabled: random.number(0...1) < 0.7)
        default: return .feedRunning(random.number(0...1) < 0.7, source: "gps")
        }
    }
}
