/// The version of the protocol of the control socket.
///
/// History:
///
/// **1.0** JSON-RPC 2.0, one object per line. The server greets with `hello`. Events have one flat
/// record; a transition always has all its keys, with null for unknown values. One subscription per
/// connection.
///
/// **1.1** `Fence.list` returns pages: `limit` and `after` select one, `next` leads to the
/// following one. `Monitor.inspect` has the first page and its `next`.
///
/// **1.2** `Fence.add` and `Fence.replace` accept a `collection` instead of a `feature`,
/// atomically. `Visit.list` returns pages: `next` leads to the following one. A monitor names only
/// the first inside fences; `inside_more` counts the others. `Config.show` counts in `overridden`
/// the fences that differ from their file.
///
/// **1.3** `Fence.revert` discards changes of a set's fences made at run time.
///
/// **1.4** `Config.show` counts in `added` the fences of a set that are not in its file.
///
/// **1.5** `end` has an `error` when the remaining events cannot be read. Entries of the daemon
/// itself have a `decided_at`.
///
/// **1.6** Monitors with fences on floors warn of an unusable floor map: `floor-map-unavailable`. A
/// source has `rate_hz`, `accuracy_m` and `satellites` only while it delivers fixes, and
/// `satellites_in_view` while it delivers data; `last_fix` keeps the values of the last fix.
///
/// **1.7** `raw` reports that the source was opened: `opened`, with an empty `text`.
///
/// **1.8** `Source.restart` stops and starts a source. `Source.status` and the other responses with
/// one source have `checks`: every check of its fixes, its effective number, and how often it
/// rejected a fix. A source has `remarks`, conditions that last. `Monitor.inspect` has
/// `accuracy_limit` beside `max_accuracy_m`. `Source.push` accepts `history`, and counts in
/// `covered` the fixes of a history that it ignored; events of a history have the key `history`. A
/// connection without a request and without a stream for `idle_s` of `hello` gets an error of kind
/// `Timeout` without an id and is closed.
///
/// **1.9** `Daemon.status` has `runtime_fences`: how many fences were changed at run time, and how many may
/// be. A change that leads beyond that is refused with `too_large`. Properties of fences are spelt as in
/// their file. A list of a filter has at most 1,000 entries, and parameters without GeoJSON nest at
/// most 16 levels deep; more is `InvalidParams`. Events of fixes that arrived long after their time are
/// `late` with the `late_reason` `delivery`; `fixes-late` reports fixes that came out of order. Events have
/// `message_properties` where a message expression gave some; a monitor warns with `message-failed` of one
/// that failed, and `Monitor.inspect` has `message_expression` beside `message`. `Recording.read` answers
/// what the engine took in during the last days, `Recording.remove` removes it, and `Daemon.status` has
/// `recorder`. `Fence.explain` answers a client that may operate from the recording where the fix is not
/// remembered: `recorded` is true then, and `note` says what it was made from, or why there is nothing.
/// A parameter that a method does
/// not have, and a type of event that does not exist, are `InvalidParams`, with what there is; versions before
/// ignored them. `Events.subscribe`, `Events.list` and `Visit.list` answer with `unknown`: the monitors and fences
/// of the request that there are not now. `Source.push` has `evaluated`, `refused` and `waiting`: what became of
/// the accepted fixes. `Fence.list` takes `state`. The methods that change fences need no `set` where there is
/// one, and wherever a fence is named, a name that one fence has stands for its id. Visits have
/// `entered_before`, `duration_min_s`, `entered_emitted_at` and `exited_emitted_at` where they have
/// no receiver time of their beginning or end. `Daemon.status` has the `used_bytes` of the store.
/// An exit whose fence moved away has the `cause` `fence-changed`.
///
/// **1.10** `Events.subscribe` takes `consumer`: a name with a durable cursor, which continues after the
/// event that `Consumer.acknowledge` has acknowledged. A consumer receives `progress` while its filter
/// passes nothing, and `end` with an `error` when another connection takes it over, and when it is
/// rewound or removed. `Consumer.list`, `inspect`, `pause`, `resume`, `rewind` and `remove`;
/// `Daemon.status` has `consumers`. Fixes have `heading_deg`, and in `additional` further keys of their
/// sender. A source is `resting` also while no started monitor uses it.
/// Fences have `enter_at_m` and `exit_at_m`, the distances at which they are entered and exited;
/// `suppressed_state` while the ignore period suppresses an event; `other_floor` where the last fix was on
/// another floor. `Fence.inspect` has `enclosing_radius_m`. `Monitor.inspect` has `tolerance_enter_m` and
/// `tolerance_exit_m`; tolerances in the unit that is not in force are null.
/// Events have `device`, the machine whose log it is, and `monitor_id` where a monitor has an id that
/// is not its name; monitors have `id`, visits `monitor_id`, and filters take ids as well as names. A source of
/// type `derived` takes the fixes of another; fixes are refused for `filter`, a source whose filter does not
/// compile is `failed`, and monitors warn with `filter-failed`. `message_failures` counts the events of a monitor
/// that have the standard sentence because its message expression failed.
/// `entered` of a monitor names the fences that are inside in the order of entering. `Monitor.add`,
/// `Monitor.set`, `Monitor.remove` and `Monitor.revert` change monitors at run time; `runtime` marks those that
/// are not as configured. `Fix.last` takes `accepted` and answers then with the last accepted fix of each source;
/// fixes have `refused` where the engine did not accept them. `Monitor.list`, `Daemon.status` and `Config.show`
/// name in `runtime_monitors` those that were added, replaced and removed at run time; `Monitor.revert` names in
/// `reverted` those whose changes it discarded. Fixes far ahead of the last one are refused as `ahead`, not as
/// `late`. `distance_m` of an exit is null where its fence was removed or has moved away. A line that is no
/// request is answered with its id where it has one.
/// `Source.push` counts in `completed` the fixes that completed the one before them.
/// Fixes of `Recording.read` have `hdop`, `heading_deg` and `additional`.
/// `Fix.last` takes `min_interval_s` and `min_distance_m` beside `follow`; with `accepted` it follows accepted
/// fixes only. `Events.subscribe` answers a consumer with `placement`, which changes when its cursor is set by a
/// command. `Consumer.test` sends a consumer a `test` notification, and `Consumer.acknowledge` takes its outcome in
/// `test`. It takes in `waiting` what the consumer waits for, which consumers have then.
///
/// A minor version only adds methods, keys and words; readers ignore keys and words that they do
/// not know. Anything else is a new major version.
public struct ProtocolVersion: Sendable, Hashable, Codable {
    /// Changes when something is removed or changes its meaning.
    public var major: Int
    /// Changes when something is added.
    public var minor: Int

    /// The version of this package.
    public static let current = ProtocolVersion(major: 1, minor: 10)

    /// A version of the protocol.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }
}
