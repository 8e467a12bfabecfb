/// The limits of the control socket, for daemon and clients.
public enum Limits {
    /// Bytes of one line without its end: fits a fence of some 20,000 vertices, and bounds the memory
    /// for a client that never ends its line.
    public static let line_bytes = 1_048_576
    /// Nesting levels of a request without GeoJSON. Requests need less than half of them.
    public static let envelopeDepth = 16
    /// Entries of each list of a filter: far more than one consumer names, and few enough to decode
    /// and to compare with each event.
    public static let filterEntries = 1000
    /// Simultaneous clients: far more than a field device has users, few enough for one thread.
    public static let clients = 64
    /// Simultaneous clients of one user, so that one user cannot lock out others.
    public static let clientsPerUser = 16
    /// Simultaneous clients of one process. The rest remains for the other programs of its user, and
    /// for users that cannot be distinguished, when a program never closes its connections.
    public static let clientsPerProcess = 12
    /// Simultaneous read-only clients: half of all clients, so that they cannot lock out operators.
    public static let readers = 32
    /// Simultaneous clients that read or have the access `consume`: the rest of `members` remains for operators.
    public static let consumingClients = 40
    /// Simultaneous clients with access through a group. The rest is for root and the daemon's own
    /// user.
    public static let members = 48
    /// Simultaneous clients of all users except the daemon's own. systemd reloads the service as that
    /// user.
    public static let clientsButOwner = 60
    /// Seconds without a request and without a stream after which a connection is closed: longer than
    /// any exchange, and short enough for forgotten connections.
    public static let idle_s = 300.0
    /// Fixes of one history: the number that fits a line with little more than time and position.
    public static let historyFixes = 10_000
    /// Seconds from the first byte of a request to its last.
    public static let requestDeadline_s = 10.0
    /// Seconds between two heartbeats of a stream without events. Clients detect a dead stream by
    /// their absence.
    public static let heartbeat_s = 15.0
    /// Seconds between two `progress` notifications of a consumer, and between two commits of
    /// acknowledged cursors. Spares the flash; after a crash, a second's events are sent again.
    public static let progress_s = 1.0
    /// Consumers: several times the number of programs of a device that act on events.
    public static let consumers = 32
    /// Bytes of the name of a consumer, the same limit as for a monitor.
    public static let consumerName_bytes = 128
    /// The greatest `max_unacknowledged` of a subscription: more than any client keeps in memory, and a few kilobytes
    /// of numbers in the daemon.
    public static let unacknowledgedEvents = 1024
    /// Parked events that a record lists: enough to see what they have in common.
    public static let parkedEvents = 16
    /// Bytes of an error or a reason that a consumer reports: a few lines.
    public static let consumerError_bytes = 300
    /// Seconds for a consumer to deliver a test event: most destinations answer within a few seconds.
    public static let test_s = 30.0
    /// Takeovers of a consumer within `takeover_s`. A restart that overlaps the old run needs one.
    public static let takeovers = 3
    /// Seconds in which takeovers are counted, and for which a contested consumer is refused.
    public static let takeover_s = 60.0
    /// Seconds without a connection, or without progress, after which a consumer is a problem of the status: longer
    /// than a restart of its program takes.
    public static let consumerPatience_s = 60.0
    /// Days without a connection after which the lag of a consumer is no longer a problem.
    public static let absence_days = 30.0
    /// The fraction of the retained events at which the lag of a consumer becomes a problem.
    public static let lagShare = 0.8
    /// Seconds after which a subscriber that reads nothing is disconnected.
    public static let subscriberPatience_s = 300.0
    /// Events in one `Events.list` response. A subscription sends more.
    public static let listedEvents = 1000
    /// Bytes of events at which `Events.list` ends: three quarters of a line. The rest of the line
    /// needs space too. A thousand typical events take about as much.
    public static let eventPage_bytes = line_bytes / 4 * 3
    /// Visits in one `Visit.list` page. With typical names they take a third of a line.
    public static let listedVisits = 1000
    /// Bytes of visits at which a page ends: half a line. The rest of the line needs space too.
    public static let visitPage_bytes = line_bytes / 2
    /// Entries of a page of `Recording.read`, about 400 KiB; the last block is never split.
    public static let recordedEntries = 1000
    /// Ids of inside fences in a monitor record: a few kilobytes with typical ids, so that the
    /// records of many monitors fit a line.
    public static let listedInside = 100
    /// Fences in one `Fence.list` page or snapshot. With few properties they take a third of a
    /// line.
    public static let listedFences = 1000
    /// Bytes of fences at which a page ends: half a line. The rest of the line needs space too.
    public static let fencePage_bytes = line_bytes / 2
}
