import Composition
import ControlProtocol
import EventStore
import Geofencing

/// What a client says of one fence: that it is this, or that it is gone.
struct RuntimeFenceNote {
    /// The set it belongs to.
    let set: FenceSetName
    /// Its id.
    let id: String
    /// What it is now; nil when it is gone.
    let fence: Fence?
    /// Whether the file in force says the same: then nothing lies over it, and what the file says
    /// later holds.
    let isFiled: Bool
    /// What must outlive a restart.
    let kept: RuntimeFenceChange

    /// What is said where that file is in force.
    init(_ fence: Fence?, id: String, in set: FenceSetName, over loaded: LoadedFences?) {
        self.set = set
        self.id = id
        self.fence = fence
        isFiled = fence.isSame(as: loaded?.set?.fence(id: id))
        kept = isFiled ? .forget(set: set, id: id) : .put(RuntimeFence(fence, id: id, in: set))
    }
}

extension Fence? {
    /// Whether both are the same, or none. Properties that mean the same may be written in many ways.
    func isSame(as other: Fence?) -> Bool {
        guard let fence = self, let other else { return self == nil && other == nil }
        return fence.id == other.id && fence.name == other.name && fence.shape == other.shape
            && fence.hasSameProperties(as: other)
    }
}

extension RuntimeFence {
    /// What is said of a fence, as it is kept.
    init(_ fence: Fence?, id: String, in set: FenceSetName) {
        let text = fence.map { FenceDetail.feature($0).bytes }
        self.init(set: set, id: id, geoJSON: text.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension Fence {
    /// Whether the properties mean the same. Only where their texts differ they are read.
    fileprivate func hasSameProperties(as other: Fence) -> Bool {
        properties == other.properties
            || RawJSON(properties: properties)?.value
                == RawJSON(properties: other.properties)?.value
    }
}
