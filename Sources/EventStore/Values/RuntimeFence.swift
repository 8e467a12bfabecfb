public import Geofencing

/// A change to a fence set that was made at run time and must outlive a restart.
public struct RuntimeFence: Sendable, Hashable {
    /// The set it belongs to.
    public var set: FenceSetName
    /// The fence's id.
    public var id: String
    /// The fence as a GeoJSON feature; nil when the fence was removed and shall stay so even
    /// though the file of the set still has it.
    public var geoJSON: String?
    /// Grows with every change of any fence; set by the store.
    public var revision: Int64

    /// A fence added or replaced, or with nil removed.
    public init(set: FenceSetName, id: String, geoJSON: String?, revision: Int64 = 0) {
        self.set = set
        self.id = id
        self.geoJSON = geoJSON
        self.revision = revision
    }
}

/// What shall be kept about the fences of a set.
public enum RuntimeFenceChange: Sendable, Hashable {
    /// Remember this fence, or its removal.
    case put(RuntimeFence)
    /// Forget what was said about the fence: what the file says holds again.
    case forget(set: FenceSetName, id: String)
    /// Forget everything said about the set.
    case forgetSet(FenceSetName)
    /// Forget everything said about all sets.
    case forgetAll
}
