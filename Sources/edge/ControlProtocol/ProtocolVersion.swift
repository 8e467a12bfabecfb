/// The version of the protocol of the control socket.
///
/// History:
///
/// **1.0** JSON-RPC 2.0, one object per line. The server greets with `hello`. Events have one flat record; a
/// transition always has all its keys, with null for unknown values. One subscription per connection.
///
/// **1.1** `Fence.list` returns pages: `limit` and `after` select one, `next` leads to the following one.
/// `Monitor.inspect` has the first page and its `next`.
///
/// **1.2** `Fence.add` and `Fence.replace` accept a `collection` instead of a `feature`, atomically.
/// `Visit.list` returns pages: `next` leads to the following one. A monitor names only the first inside
/// fences; `inside_more` counts the others. `Config.show` counts in `overridden` the fences that differ from
/// their file.
///
/// **1.3** `Fence.revert` discards changes of a set's fences made at run time.
///
/// **1.4** `Config.show` counts in `added` the fences of a set that are not in its file.
///
/// **1.5** `end` has an `error` when the remaining events cannot be read. Entries of the daemon itself have a
/// `decided_at`.
///
/// **1.6** Monitors with fences on floors warn of an unusable floor map: `floor-map-unavailable`. A source
/// has `rate_hz`, `accuracy_m` and `satellites` only while it delivers fixes, and `satellites_in_view` while
/// it delivers data; `last_fix` keeps the values of the last fix.
///
/// **1.7** `raw` reports that the source was opened: `opened`, with an empty `text`.
///
/// **1.8** `Source.restart` stops and starts a source. `Source.status` and the other responses with one
/// source have `checks`: every check of its fixes, the number in force, and how often it rejected a fix. A
/// source has `remarks`: lasting conditions. `Monitor.inspect` has `accuracy_limit` beside `max_accuracy_m`.
/// `Source.push` accepts `history`, and counts in `covered` the fixes of a history that it ignored; events of
/// a history have the key `history`. A connection without a request and without a stream for `idle_s` of
/// `hello` gets an error of kind `Timeout` without an id and is closed.
///
/// **1.9** `Daemon.status` has `runtime_fences`: the number of fences changed at run time, and its limit. A
/// change that exceeds the limit is refused with `too_large`. Properties of fences keep the spelling of their
/// file. A list of a filter has at most 1,000 entries, and parameters without GeoJSON at most 16 levels; more
/// is `InvalidParams`. Events of fixes that arrived long after their time are `late` with the `late_reason`
/// `delivery`; `fixes-late` reports fixes that came out of order. Events have `message_properties` where a
/// message expression returned properties; a monitor whose message expression failed has the warning
/// `message-failed`, and `Monitor.inspect` has `message_expression` beside `message`. `Recording.read`
/// returns the recorded inputs of the engine of the last days, `Recording.remove` removes them, and
/// `Daemon.status` has `recorder`. `Fence.explain` uses the recording for a client with access `operate`
/// where the fix is no longer in memory: `recorded` is then true, and `note` names the data or the reason for
/// an empty result. An unknown parameter or type of event is `InvalidParams` with the valid names; earlier
/// versions ignored it. `Events.subscribe`, `Events.list` and `Visit.list` return `unknown`: the monitors and
/// fences of the request that do not exist now. `Source.push` counts the accepted fixes in `evaluated`,
/// `refused` and `waiting`. `Fence.list` accepts `state`. The methods that change fences need no `set` where
/// there is only one, and every method accepts a name that only one fence has instead of its id. Visits have
/// `entered_before`, `duration_min_s`, `entered_emitted_at` and `exited_emitted_at` where the receiver time
/// of their beginning or end is unknown. `Daemon.status` has the `used_bytes` of the store. An exit because
/// the fence moved has the `cause` `fence-changed`.
///
/// **1.10** `Events.subscribe` accepts `consumer`: a name with a durable cursor. Its stream continues after
/// the event that `Consumer.acknowledge` has acknowledged. A consumer receives `progress` while its filter
/// passes nothing, and `end` with an `error` when another connection takes it over, and when it is rewound or
/// removed. New methods: `Consumer.list`, `inspect`, `pause`, `resume`, `rewind` and `remove`;
/// `Daemon.status` has `consumers`. Fixes have `heading_deg`, and `additional` with further keys of their
/// sender. A source is `resting` also while no started monitor uses it. Fences have `enter_at_m` and
/// `exit_at_m`, the distances at which they are entered and exited; `suppressed_state` while the ignore
/// period suppresses an event; and `other_floor` where the last fix was on another floor. `Fence.inspect` has
/// `enclosing_radius_m`. `Monitor.inspect` has `tolerance_enter_m` and `tolerance_exit_m`; tolerances in the
/// other unit are null. Events have `device`, the machine that the log belongs to, and `monitor_id` where the
/// id of a monitor differs from its name; monitors have `id`, visits `monitor_id`, and filters accept ids and
/// names. A source of type `derived` uses the fixes of another source. The store of `Daemon.status` has
/// `free_bytes`, the last fix of a source `age_s`, and a monitor whose fences are all far from the last fix
/// the warning `fences-remote`. The device of a source that runs a program is the program without its
/// arguments, and `Config.show` has the text with arguments only for `operate`. Fixes are refused for `filter`, a
/// source whose filter does not compile is `failed`, and its monitors have the warning `filter-failed`.
/// `message_failures` counts the events of a monitor that have the standard sentence because its message
/// expression failed. `entered` of a monitor lists the inside fences in the order of entering. `Monitor.add`,
/// `Monitor.set`, `Monitor.remove` and `Monitor.revert` change monitors at run time; `runtime` marks monitors
/// that differ from the configuration. `Fix.last` accepts `accepted` and then returns the last accepted fix
/// of each source; fixes that the engine refused have `refused`. `Monitor.list`, `Daemon.status` and
/// `Config.show` list in `runtime_monitors` the monitors that were added, replaced and removed at run time;
/// `Monitor.revert` lists in `reverted` the monitors whose changes it discarded. Fixes far ahead of the last
/// one are refused as `ahead`, not as `late`. `distance_m` of an exit is null where its fence was removed or
/// has moved away. The error for a line that is no request has the id of the line, if any. `Source.push`
/// counts in `completed` the fixes that only added values to the previous fix. Fixes of `Recording.read` have
/// `hdop`, `heading_deg` and `additional`. `Fix.last` accepts `min_interval_s` and `min_distance_m` with
/// `follow`; with `accepted` it follows accepted fixes only. `Events.subscribe` returns `placement` to a
/// consumer; it changes when a command sets the cursor. `Consumer.test` sends a consumer a `test`
/// notification, and `Consumer.acknowledge` accepts its outcome in `test`. It also accepts `waiting`, what
/// the consumer waits for, which `Consumer.list` returns. The `access` of `hello` may be `consume`: reading,
/// subscribing as a consumer and acknowledging.
///
/// **1.11** `Events.subscribe` accepts `max_unacknowledged` with `consumer`: the daemon sends at most so many events
/// that the consumer has not acknowledged, and continues when it acknowledges them.
/// `Source.push` accepts `more`: the next push of the connection continues the history.
///
/// A minor version only adds methods, keys and words; readers ignore unknown keys and words. Any other change
/// is a new major version.
public struct ProtocolVersion: Sendable, Hashable, Codable {
    /// The major version, which changes when something is removed or changes its meaning.
    public var major: Int
    /// The minor version, which changes when something is added.
    public var minor: Int

    /// The version of this package.
    public static let current = ProtocolVersion(major: 1, minor: 11)

    /// Creates a version of the protocol.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }
}
