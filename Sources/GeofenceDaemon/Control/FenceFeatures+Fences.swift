import ControlProtocol
import FenceFiles
import Geofencing

extension FenceFeatures {
    /// The fences, at least one, in order of id.
    func fences() throws(Failure) -> [Fence] {
        let given = [("feature", feature), ("collection", collection)]
        let values = given.compactMap { name, value in value.map { (name, $0) } }
        guard values.count == 1, let (name, value) = values.first else {
            throw Failure(.invalidParams, "Give either \"feature\" or \"collection\".")
        }
        let fences = try value.fenceSet(called: name).fences
        guard !fences.isEmpty else { throw Failure(.fenceInvalid, "The \(name) holds no fence.") }
        return fences
    }
}

extension JSONValue {
    /// The fences of this GeoJSON, all of which can be used.
    ///
    /// - Parameter name: what problems call it.
    func fenceSet(called name: String) throws(Failure) -> FenceSet {
        let loaded = FenceFile.load(Wire.line(self), from: name).loaded
        guard let set = loaded.set, loaded.problems.isEmpty else {
            var failure = Failure(.fenceInvalid, "The \(name) cannot be used.")
            if loaded.problems.count == 1 { failure.message = loaded.problems[0] }
            failure.data?.problems = loaded.problems
            throw failure
        }
        return set
    }
}
