import Fixes

extension FeedInstant {
    init(s seconds: Double) {
        self.init(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
