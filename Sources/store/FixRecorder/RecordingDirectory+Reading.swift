public import Chronology

/// A selection of the entries of a recording.
public struct RecordingSelection: Hashable, Sendable {
    /// Selects no fix before this time.
    public var since: UTCInstant?
    /// Selects no fix after this time.
    public var until: UTCInstant?
    /// Selects only inputs of this source, and inputs without a source.
    public var source: String?
    /// Selects only entries with a greater number.
    public var after: Int64

    /// Creates a selection; nil sets no limit.
    public init(
        since: UTCInstant? = nil, until: UTCInstant? = nil, source: String? = nil,
        after: Int64 = -1
    ) {
        self.since = since
        self.until = until
        self.source = source
        self.after = after
    }

    /// Whether a block can contain selected entries.
    fileprivate func includes(_ header: BlockHeader) -> Bool {
        header.firstNumber + Int64(header.count) - 1 > after
            && since.map { header.latest >= $0 } ?? true
            && until.map { header.earliest <= $0 } ?? true
    }

    /// Whether an entry is selected. Times limit only fixes, which depend on the other inputs.
    fileprivate func includes(_ entry: RecordedEntry) -> Bool {
        guard entry.number > after else { return false }
        if let source, !entry.input.source.isEmpty, entry.input.source != source { return false }
        guard case .fix = entry.input.content else { return true }
        return since.map { entry.time >= $0 } ?? true && until.map { entry.time <= $0 } ?? true
    }
}

extension RecordingDirectory {
    /// Passes the selected entries to `take`, in order and block by block, until it returns false.
    /// Returns the damage that was skipped; throws when the directory cannot be read.
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
                // Retention has removed the file meanwhile: no damage.
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
