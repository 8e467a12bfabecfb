import ControlProtocol
import FenceFiles
import Geofencing

extension FenceFeatures {
    /// Returns the fences, at least one, in order of id.
    func fences() throws(Failure) -> [Fence] {
        let given = [("feature", feature), ("collection", collection)]
        let texts = given.compactMap { name, text in text.map { (name, $0) } }
        guard texts.count == 1, let (name, text) = texts.first else {
            throw Failure(.invalidParams, "Give either \"feature\" or \"collection\".")
        }
        let fences = try text.fenceSet(called: name).fences
        guard !fences.isEmpty else { throw Failure(.fenceInvalid, "The \(name) holds no fence.") }
        return fences
    }
}

extension RawJSON {
    /// Returns the fences; throws when any is invalid.
    ///
    /// - Parameter name: the name of the text in problems.
    func fenceSet(called name: String) throws(Failure) -> FenceSet {
        let loaded = FenceFile.load(bytes, from: name).loaded
        guard let set = loaded.set, loaded.problems.isEmpty else {
            var failure = Failure(.fenceInvalid, "The \(name) cannot be used.")
            if loaded.problems.count == 1 { failure.message = loaded.problems[0] }
            failure.data?.problems = loaded.problems
            throw failure
        }
        return set
    }
}
