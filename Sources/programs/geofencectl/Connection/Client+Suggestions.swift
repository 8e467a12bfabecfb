internal import ControlProtocol

/// A kind of object that commands select by name.
enum NamedThing {
    /// Monitors.
    case monitors
    /// Fences.
    case fences
    /// Sources.
    case sources
    /// Consumers.
    case consumers
}

extension Client {
    /// Performs `body`. When the daemon does not know the name and suggests none, requests the list
    /// of names and suggests the nearest one.
    func suggesting<Result>(
        _ things: NamedThing, for name: String, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch var failure as CommandFailure {
            if failure.kind == FailureKind.notFound.rawValue, failure.suggestion == nil {
                let names = (try? names(of: things)) ?? []
                // The name is correct where only another monitor has the fence.
                if !names.contains(name) {
                    failure.suggestion = Suggestion.nearest(to: name, among: names)
                }
            }
            throw failure
        }
    }

    /// Throws `noInput` with the nearest name when no monitor has this name; nil means any.
    func checkMonitor(_ name: String?) throws {
        guard let name else { return }
        _ = try suggesting(.monitors, for: name) {
            try call(.monitorInspect, MonitorChoice(monitor: name), as: MonitorDetail.self)
        }
    }

    /// Returns the names of all objects of a kind; for fences also the ids.
    func names(of things: NamedThing) throws -> [String] {
        switch things {
        case .monitors:
            return try call(.monitorList, Nothing(), as: MonitorList.self).monitors.map(\.name)
        case .fences:
            // One page is enough: the daemon itself has compared more ids.
            let list = try call(.fenceList, FenceQuery(), as: FenceList.self)
            return list.fences.flatMap { [$0.id, $0.name] }
        case .sources:
            return try call(.sourceList, Nothing(), as: SourceList.self).sources.map(\.name)
        case .consumers:
            return try call(.consumerList, Nothing(), as: ConsumerList.self).consumers.map(\.name)
        }
    }
}
