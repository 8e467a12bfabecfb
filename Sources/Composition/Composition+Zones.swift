import Chronology
import FenceFiles
import Geofencing
import Settings

extension Composition {
    /// Where every Linux keeps the time zone database.
    private static let zoneDirectory = "/usr/share/zoneinfo/"
    /// Bytes of the rules of a zone: many times those of the longest.
    private static let zoneMaximumBytes = 1 << 20

    /// Finds the rules of the zones that monitors name. A monitor whose zone is not found has none,
    /// and says so when it is to start.
    mutating func findZones(_ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]) {
        for index in engine.monitors.indices {
            guard let name = configuration.zoneNames[engine.monitors[index].name] else { continue }
            let path = Self.zoneDirectory + name
            do throws(UnreadableFile) {
                engine.monitors[index].timeZone = ZoneRule(
                    zoneFile: try readFile(path, Self.zoneMaximumBytes), name: name)
                if engine.monitors[index].timeZone == nil { note(path, "is no time zone file") }
            } catch {
                note(
                    path,
                    "\(error.reason); install tzdata, or give time_zone as a rule or an offset")
            }
        }
    }
}
