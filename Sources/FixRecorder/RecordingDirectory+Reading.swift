public import Chronology

/// Which entries of a recording are wanted.
public struct RecordingSelection: Hashable, Sendable {
    /// No fix before this.
    public var since: UTCInstant?
    /// No fix after this.
    public var until: UTCInstant?
    /// Only fixes of this source.
    public var source: String?
    /// Only entries after the one with this number.
    public var after: Int64

    /// A selection; nil asks for all.
    public init(
        since: UTCInstant? = nil, until: UTCInstant? = nil, source: String? = nil,
        after: Int64 = -1
    ) {
        self.since = since
        self.until = until
        self.source = source
        self.after = after
    }

    /// Whether a block holds any.
    fileprivate func includes(_ header: BlockHeader) -> Bool {
        header.firstNumber + Int64(header.count) - 1 > after
            && since.map { header.latest >= $0 } ?? true
            && until.map { header.earliest <= $0 } ?? true
    }

    /// Whether an entry is selected. Entries other than fixes are needed to evaluate the fixes.
    fileprivate func includes(_ entry: RecordedEntry) -> Bool {
        guard entry.number > after else { return false }
        if let source, !entry.input.source.isEmpty, entry.input.source != source { return false }
        guard case .fix = entry.input.content else { return true }
        return since.map { entry.time >= $0 } ?? true && until.map { entry.time <= $0 } ?? true
    }
}

extension RecordingDirectory {
    /// Passes the selected entries in the order of recording, block by block, while `take` returns
    /// true. Returns the unreadable parts; throws when the directory cannot be read.
    public func read(
        _ selection: RecordingSelection, _ take: ([RecordedEntry]) throws -> Bool
    ) throws -> RecordingDamage {
        let files = try files()
        var damage = RecordingDamage()
        for (index, file) in files.enumerated() {
            if index + 1 < files.count, files[index + 1].firstNumber <= selection.after + 1 {
                continue
            }
            var scan: RecordingScan
            do throws(RecordingError) {
                scan = RecordingScan(try read(file.firstNumber))
            } catch {
                // Removed meanwhile because it is old: no damage.
                if !error.isMissing { damage.files.append("\(error)") }
                continue
            }
            while let block = scan.block(where: selection.includes) {
                let wanted = block.entries.filter(selection.includes)
                guard !wanted.isEmpty else { continue }
                guard try take(wanted) else {
                    damage.add(scan.damage)
                    return damage
                }
            }
            damage.add(scan.damage)
        }
        return damage
    }
}
