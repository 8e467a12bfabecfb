import FenceFiles
import Geodesy
import Geofencing
import Settings

extension Composition {
    /// The maximum size of a ground plan file in bytes: about 10,000 buildings.
    private static let planMaximumBytes = 16 << 20

    /// Reads the ground plans of the floor maps; reads each file once.
    mutating func findPlans(_ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]) {
        var plans: [String: Shape] = [:]
        for floorMap in configuration.floorMaps {
            switch floorMap.building {
            case .shape(let shape): engine.floorMaps.append(floorMap.floorMap(building: shape))
            case .file(let path):
                if let lost = lostPlans.firstIndex(where: { $0.problem.path == path }) {
                    lostPlans[lost].floorMaps.append(floorMap.name)
                    continue
                }
                do throws(FileProblem) {
                    if plans[path] == nil { plans[path] = try plan(at: path, readFile) }
                } catch {
                    report([error])
                    lostPlans.append(LostPlan(problem: error, floorMaps: [floorMap.name]))
                }
                if let shape = plans[path] {
                    engine.floorMaps.append(floorMap.floorMap(building: shape))
                }
            }
        }
        engine.unusableFloorMaps = lostPlans.map(\.description)
    }

    /// Reads the ground plan in a file; throws the reason when it cannot be used.
    private mutating func plan(
        at path: String, _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) throws(FileProblem) -> Shape {
        let bytes: [UInt8]
        do throws(UnreadableFile) {
            bytes = try readFile(path, Self.planMaximumBytes)
        } catch {
            throw FileProblem(path, error.reason)
        }
        let file = FenceFile.read(bytes)
        let problems = file.problems.map { FileProblem(path: path, problem: $0) }
        report(problems)
        guard file.features.first == 0, let fence = file.fences?.first,
            case .polygons = fence.shape
        else {
            throw problems.first(where: \.costsPlan)
                ?? FileProblem(path, "the first feature must be the polygon of the building")
        }
        guard let problem = FenceSet.make([fence]).problems.first else { return fence.shape }
        throw FileProblem(path, problem)
    }

    /// Adds problems of a ground plan that are not known yet: it may also be a fence file.
    private mutating func report(_ problems: [FileProblem]) {
        let known = Set(fileProblems)
        fileProblems += problems.filter { !known.contains($0) }
    }
}

extension FileProblem {
    /// Whether the problem makes a ground plan, which is the first feature, unusable.
    fileprivate var costsPlan: Bool {
        problem.severity == .rejected && (problem.feature ?? 0) == 0
    }
}
