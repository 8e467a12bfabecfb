/// Returns the candidate that an unknown word most likely means: the one of the same meaning, else
/// the closest by its letters, else the first that has it as a prefix of three letters or more.
/// Case is ignored. Nil for none.
public func nearestWord(to word: String, among candidates: some Sequence<String>) -> String? {
    // Meaning first: by its letters, "move" is nearer to "remove" than to "replace".
    if let same = wordOfSameMeaning(as: word, among: candidates) { return same }
    if let closest = closestWord(to: word, among: candidates) { return closest }
    let beginning = word.lowercased()
    return beginning.count > 2
        ? candidates.first { $0.lowercased().hasPrefix(beginning) } : nil
}

/// Returns the candidate with the same meaning as a word of another product or of plain English;
/// nil for none.
public func wordOfSameMeaning(as word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = word.lowercased().map { $0 == "-" ? "_" : $0 }
    let bare = withoutUnit(String(wanted))
    guard let meant = meanings.first(where: { $0.words.contains(bare) })?.meant else { return nil }
    let known = Set(candidates)
    return meant.first(where: known.contains)
}

/// Words with the keys or verbs that they may mean; the first existing one counts.
private let meanings: [(words: Set<String>, meant: [String])] = [
    (["margin", "padding", "grow", "expand", "tolerance_radius"], ["buffer_m"]),
    (["hysteresis", "deadband", "exit_margin", "leave_margin"], ["tolerance_exit"]),
    (["enter_margin", "entry_margin"], ["tolerance_enter"]),
    (["cooldown", "debounce", "holdoff", "quiet_period", "min_interval"], ["ignore_period_s"]),
    (["loiter", "loitering_delay", "stay", "linger", "dwell_time"], ["dwell_s"]),
    (["storey", "story", "level"], ["floor"]),
    (["range", "size"], ["radius_m"]),
    (["expiry", "valid_until", "until", "ttl"], ["expires_at"]),
    (["hours", "opening_hours", "open"], ["schedule"]),
    (["active", "on"], ["enabled"]),
    (["move", "update", "edit", "change", "modify", "put"], ["replace"]),
    (["delete", "rm", "del", "drop"], ["remove"]),
    (["show", "get", "describe", "info"], ["inspect", "show"]),
    (["create", "new"], ["add"]),
    (["undo", "restore", "reset"], ["revert"]),
    (["validate", "lint", "verify"], ["check"]),
    (["why"], ["explain"]), (["watch", "tail", "log"], ["events"]),
]

private func withoutUnit(_ word: String) -> String {
    for unit in ["_m", "_s", "_meters", "_metres", "_seconds"] where word.hasSuffix(unit) {
        return String(word.dropLast(unit.count))
    }
    return word
}
