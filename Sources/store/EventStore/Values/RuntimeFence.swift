public import Geofencing

/// A fence that was added, replaced or removed at run time. Survives a restart.
public struct RuntimeFence: Sendable, Hashable {
    /// The set it belongs to.
    public var set: FenceSetName
    /// The fence's id.
    public var id: String
    /// The fence as a GeoJSON feature; nil for a fence that was removed although the file of the
    /// set still contains it.
    public var geoJSON: String?
    /// Increases with every change of any fence; assigned by the store.
    public var revision: Int64

    /// A fence added or replaced, or with nil removed.
    public init(set: FenceSetName, id: String, geoJSON: String?, revision: Int64 = 0) {
        self.set = set
        self.id = id
        self.geoJSON = geoJSON
        self.revision = revision
    }
}

/// A change of the stored runtime fences.
public enum RuntimeFenceChange: Sendable, Hashable {
    /// Store this fence, or its removal.
    case put(RuntimeFence)
    /// Delete the stored change of a fence: the file applies again.
    case forget(set: FenceSetName, id: String)
    /// Delete all stored changes of a set.
    case forgetSet(FenceSetName)
    /// Delete all stored changes.
    case forgetAll
}
