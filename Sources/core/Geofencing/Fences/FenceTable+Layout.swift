import Geodesy

extension FenceTable {
    /// The header of the block: the counts of all columns, from which their offsets follow.
    struct Layout: BitwiseCopyable, Sendable {
        /// The mark of the format, its version and its byte order.
        var mark = Layout.mark
        /// The number of fences.
        var fences = 0
        /// The number of different settings.
        var settings = 0
        /// The number of fences that need a buffer.
        var bufferless = 0
        /// The bytes of each kind of text.
        var idBytes = 0
        var nameBytes = 0
        var propertyBytes = 0
        var scheduleBytes = 0
        /// The number of fences, or 0 when the column is absent: every name is the id, no fence has
        /// properties, or all fences have the first settings.
        var names = 0
        var properties = 0
        var settingsIndices = 0
        /// An upper bound of the radius in metres of all fences.
        var greatestRadius_m = 0.0

        /// The limit of that bound: more than twice half the circumference of the earth.
        private static let greatestRadius_m = 1e8

        /// "GFTABLE5" as a little-endian machine reads it.
        static let mark: UInt64 = 0x3545_4c42_4154_4647

        /// The number of nodes of the index.
        var nodes: Int { FenceIndex.levels(over: fences).last?.upperBound ?? 0 }

        var digestOffset: Int { 2 * Block.alignment }
        var nodesOffset: Int {
            digestOffset + FenceDigest.groupCount * MemoryLayout<UInt32>.stride
        }
        var settingsOffset: Int { nodesOffset + nodes * MemoryLayout<FenceIndex.Node>.stride }
        var idEndsOffset: Int {
            settingsOffset + settings * SettingsRecord.wordCount * MemoryLayout<UInt64>.stride
        }
        var nameEndsOffset: Int { idEndsOffset + 4 * fences }
        var propertyEndsOffset: Int { nameEndsOffset + 4 * names }
        var settingsIndicesOffset: Int { propertyEndsOffset + 4 * properties }
        var byIDOffset: Int { settingsIndicesOffset + 4 * settingsIndices }
        var hashesOffset: Int { byIDOffset + 4 * fences }
        var bufferlessOffset: Int { hashesOffset + 4 * fences }
        var scheduleEndsOffset: Int { bufferlessOffset + 4 * bufferless }
        var idsOffset: Int { scheduleEndsOffset + 4 * settings }
        var namesOffset: Int { idsOffset + idBytes }
        var propertiesOffset: Int { namesOffset + nameBytes }
        var schedulesOffset: Int { propertiesOffset + propertyBytes }
        var byteCount: Int { schedulesOffset + scheduleBytes }

        /// Whether this is the head of a block of exactly `byteCount` bytes.
        func fits(byteCount: Int) -> Bool {
            let counts = [
                fences, settings, bufferless, idBytes, nameBytes, propertyBytes, scheduleBytes,
            ]
            return mark == Layout.mark && counts.allSatisfy { 0...Int(UInt32.max) ~= $0 }
                && [names, properties, settingsIndices].allSatisfy { $0 == 0 || $0 == fences }
                && settings > 0 && bufferless <= fences
                && 0...Self.greatestRadius_m ~= greatestRadius_m && self.byteCount == byteCount
        }
    }
}
