/// The number of a fence within one catalog: the fences of the file first, then those added at run
/// time.
typealias FenceNumber = UInt32
