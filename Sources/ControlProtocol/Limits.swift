/// The limits both ends of the control socket keep.
public enum Limits {
    /// Bytes of one line without its end: a fence of some 20,000 vertices fits, and a client that
    /// never ends its line costs the daemon no more than this.
    public static let line_bytes = 1_048_576
    /// Levels of nesting of a request without GeoJSON, which has less than half as many.
    public static let envelopeDepth = 16
    /// Entries of each list of a filter: far more than one consumer names, and few enough to be read and
    /// asked for each event.
    public static let filterEntries = 1000
    /// Clients at once: far more than a field device has users, few enough to serve from one thread.
    public static let clients = 64
    /// Clients at once of one user, so that one user cannot lock out the others.
    public static let clientsPerUser = 16
    /// Clients at once of one process, so that a program that never closes its connections leaves room
    /// for the other programs of its user, and for those of the users that cannot be told apart.
    public static let clientsPerProcess = 12
    /// Clients at once that may only look: half of all, so that they cannot lock out operators.
    public static let readers = 32
    /// Clients at once whose rights come from a group: what is left is for root and the daemon's own
    /// user.
    public static let members = 48
    /// Clients at once but for those of the daemon's own user, as which systemd reloads the service.
    public static let clientsButOwner = 60
    /// Seconds without a request, and without anything that a client follows, after which its connection
    /// ends: longer than any exchange takes, and short enough for what is forgotten.
    public static let idle_s = 300.0
    /// Fixes of one history: as many as fit into a line with little more than time and place.
    public static let historyFixes = 10_000
    /// Seconds from the first byte of a request to its last.
    public static let requestDeadline_s = 10.0
    /// Seconds between two heartbeats of a quiet stream, so that quiet differs from dead.
    public static let heartbeat_s = 15.0
    /// Seconds between two `progress` notifications of a consumer, and between two commits of what consumers
    /// have acknowledged: a second's events come again after a crash, and flash is spared.
    public static let progress_s = 1.0
    /// Consumers at once: several times as many as a device has programs that act on events.
    public static let consumers = 32
    /// Bytes of the name of a consumer, as of a monitor.
    public static let consumerName_bytes = 128
    /// Parked events that are named: enough to see what they have in common.
    public static let parkedEvents = 16
    /// Bytes of an error or a reason that a consumer reports: a few lines.
    public static let consumerError_bytes = 300
    /// How often a consumer may be taken over within `takeover_s`: a restart that overlaps takes one.
    public static let takeovers = 3
    /// Seconds in which takeovers are counted, and for which a contested consumer is refused.
    public static let takeover_s = 60.0
    /// Days without a connection after which the lag of a consumer is no problem any more.
    public static let absence_days = 30.0
    /// The share of what the log keeps from which on the lag of a consumer is a problem.
    public static let lagShare = 0.8
    /// Seconds without a byte taken after which a subscriber is closed.
    public static let subscriberPatience_s = 300.0
    /// Events that one `Events.list` answers; more are read with a subscription.
    public static let listedEvents = 1000
    /// Bytes of events after which `Events.list` ends, however few they are: three quarters of a line,
    /// so that what is around them fits as well. A thousand ordinary ones take about as much.
    public static let eventPage_bytes = line_bytes / 4 * 3
    /// Stays that one `Visit.list` answers; more come page by page. With usual names they take a third of
    /// a line.
    public static let listedVisits = 1000
    /// Bytes of stays after which a page ends, however few they are: half a line, so that what is
    /// around them fits as well.
    public static let visitPage_bytes = line_bytes / 2
    /// Entries of a page of `Recording.read`, but for those of the last block in it: 400 KiB.
    public static let recordedEntries = 1000
    /// Ids that a monitor names of the fences that are inside: with usual ones a few kilobytes, so that
    /// the records of many monitors fit a line together.
    public static let listedInside = 100
    /// Fences that one `Fence.list` or snapshot holds; more come page by page. With few properties they
    /// take a third of a line.
    public static let listedFences = 1000
    /// Bytes of fences after which a page ends, however few they are: half a line, so that what is
    /// around them fits as well.
    public static let fencePage_bytes = line_bytes / 2
}
