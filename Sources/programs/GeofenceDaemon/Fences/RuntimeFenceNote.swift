import Composition
import ControlProtocol
import EventStore
import Geofencing

/// A change of one fence by a client: its new definition, or its removal.
struct RuntimeFenceNote {
    /// The set of the fence.
    let set: FenceSetName
    /// The id of the fence.
    let id: String
    /// The fence after the change; nil when it is removed.
    let fence: Fence?
    /// Whether the file in force has the same fence. Then no change is stored, and a later file applies.
    let isFiled: Bool
    /// The change to store.
    let kept: RuntimeFenceChange

    /// Creates a change relative to the file in force.
    init(_ fence: Fence?, id: String, in set: FenceSetName, over loaded: LoadedFences?) {
        self.set = set
        self.id = id
        self.fence = fence
        isFiled = fence.isSame(as: loaded?.set?.fence(id: id))
        kept = isFiled ? .forget(set: set, id: id) : .put(RuntimeFence(fence, id: id, in: set))
    }
}

extension Fence? {
    /// Whether both are equal, or both nil. Equal properties may be written in different ways.
    func isSame(as other: Fence?) -> Bool {
        guard let fence = self, let other else { return self == nil && other == nil }
        return fence.id == other.id && fence.name == other.name && fence.shape == other.shape
            && fence.hasSameProperties(as: other)
    }
}

extension RuntimeFence {
    /// Creates the stored form of a change; nil as `fence` is a removal.
    init(_ fence: Fence?, id: String, in set: FenceSetName) {
        let text = fence.map { FenceDetail.feature($0).bytes }
        self.init(set: set, id: id, geoJSON: text.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension Fence {
    /// Whether the properties are equal. They are decoded only when their texts differ.
    fileprivate func hasSameProperties(as other: Fence) -> Bool {
        properties == other.properties
            || RawJSON(properties: properties)?.value
                == RawJSON(properties: other.properties)?.value
    }
}
