internal import ControlProtocol
internal import Suggestions

/// Fences as text for people.
enum FenceTable {
    /// Returns one row for each fence under each monitor.
    static func text(_ fences: [FenceState], units: Units) -> String {
        var table = empty
        add(fences, to: &table, units: units)
        return table.text(otherwise: none)
    }

    /// The table with its columns and no row.
    static let empty = Table([
        ("FENCE", .left), ("NAME", .left), ("MONITOR", .left), ("KIND", .left), ("STATE", .left),
        ("DISTANCE", .right), ("ENTER AT", .right), ("LEAVE AT", .right), ("INSIDE SINCE", .left),
    ])

    /// The text for a table without rows.
    static let none = "There are no fences."

    /// Adds a row for each fence under each monitor.
    static func add(_ fences: [FenceState], to table: inout Table, units: Units) {
        for fence in fences {
            table.add([
                fence.id, fence.name, fence.monitor ?? "-", kind(fence), state(fence),
                units.length(fence.distance_m), units.length(fence.enter_at_m),
                units.length(fence.exit_at_m), TimeText.seconds(fence.entered_at),
            ])
        }
    }

    /// Returns the name of a fence, with the id where it differs.
    static func label(id: String, name: String) -> String {
        name == id ? id : "\(name) (\(id))"
    }

    /// Returns one fence with all its data.
    static func text(_ detail: FenceDetail, units: Units) -> String {
        var listing = Listing()
        let feature = detail.feature.value
        listing.add("Fence", feature["id"].map(plain) ?? detail.states.first?.id)
        listing.add("Name", detail.states.first?.name)
        listing.add("Set", detail.set)
        listing.add("Geometry", feature["geometry"]?["type"].map(plain))
        if let state = detail.states.first {
            listing.add("Kind", kind(state))
            listing.add("Radius", detail.enclosing_radius_m.map(units.length))
            listing.add("Buffer", units.length(state.buffer_m))
            listing.add("Expires", state.expires_at.map { TimeText.seconds($0) })
        }
        if case .object(let properties)? = feature["properties"] {
            for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
                listing.add("properties.\(key)", plain(value))
            }
        }
        return listing.text + "\n" + text(detail.states, units: units)
    }

    /// Returns the result of a change of a fence set.
    static func text(_ change: FenceChange) -> String {
        var text = "Fence set \(printable(change.set)) has \(counted(change.fences, "fence")) now"
        for (word, ids) in [
            ("added", change.added), ("changed", change.changed), ("removed", change.removed),
        ] where !ids.isEmpty {
            text += "; \(word) \(printable(ids.joined(separator: ", ")))"
        }
        if change.added.isEmpty, change.changed.isEmpty, change.removed.isEmpty {
            text += "; nothing differs from before"
        }
        text += ".\n"
        for problem in change.problems { text += "! \(printable(problem))\n" }
        return text
    }

    private static func kind(_ fence: FenceState) -> String {
        fence.floor.map { "\(fence.kind) \($0)" } ?? fence.kind
    }

    private static func state(_ fence: FenceState) -> String {
        guard fence.enabled else { return "disabled" }
        let remark =
            fence.unknown_reason ?? suppressed(fence)
            ?? (fence.other_floor == true ? "other floor" : nil)
        return remark.map { "\(fence.state) (\($0))" } ?? fence.state
    }

    /// Returns the state whose event is suppressed, and the remaining time.
    private static func suppressed(_ fence: FenceState) -> String? {
        fence.suppressed_state.map { state in
            "\(state) suppressed" + (fence.window_s.map { ", \(TimeText.span($0))" } ?? "")
        }
    }
}
