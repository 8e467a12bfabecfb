import Testing

/// The invariants of the README that a machine can check.
struct TidyTests {
    /// The modules that never read a clock, file, socket or environment and never suspend.
    static let pureModules: Set = [
        "Chronology", "Geodesy", "Positioning", "Fixes", "Messages", "Geofencing", "FenceFiles",
        "ConfigurationText", "Settings", "ControlProtocol", "Composition", "Expressions",
        "JSONText", "Suggestions",
    ]

    private func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 2, keyword + 1 < words.count,
            !line.hasPrefix("//")
        else { return nil }
        return String(words[keyword + 1])
    }

    @Test func noFileImportsAllOfFoundation() throws {
        for file in try SourceTree.swiftFiles(below: "Sources") {
            for line in file.lines where importedModule(line) == "Foundation" {
                Issue.record("\(file.path) imports all of Foundation, which adds 40 MB to a binary")
            }
        }
    }

    @Test func pureModulesDoNotUseTheSystem() throws {
        let forbidden: Set = [
            "Glibc", "Musl", "Darwin", "Dispatch", "NIOCore", "NIOPosix", "Logging", "CSystemd",
            "CSQLite",
        ]
        for file in try SourceTree.swiftFiles(below: "Sources")
        where Self.pureModules.contains(file.module) {
            for line in file.lines {
                if let module = importedModule(line), forbidden.contains(module) {
                    Issue.record("\(file.path) imports \(module), but its module is pure")
                }
            }
            let text = file.lines.joined(separator: "\n")
            for word in ["await ", "clock_gettime", "FileManager", "getenv(", "Date()", "fopen("]
            where text.contains(word) {
                Issue.record("\(file.path) contains '\(word)', but its module is pure")
            }
        }
    }

    /// The rooms of Sources from the bottom up: a module imports modules of its own room and of
    /// those before it.
    static let rooms = ["c", "base", "core", "edge", "store", "text", "programs"]

    @Test func arrowsBetweenRoomsPointDown() throws {
        var level: [String: Int] = [:]
        let files = try SourceTree.swiftFiles(below: "Sources")
        for file in files { level[file.module] = Self.rooms.firstIndex(of: file.room) }
        var count = 0
        for file in files {
            guard let own = level[file.module] else {
                Issue.record("\(file.path) is in none of the rooms")
                continue
            }
            for module in file.lines.compactMap(importedModule) {
                guard let other = level[module] else { continue }
                count += 1
                if other > own { Issue.record("\(file.path) imports \(module), which is above it") }
            }
        }
        #expect(count > 1000)
    }

    /// The modules of the core that a module of the core must not import: measuring fixes,
    /// accepting them, evaluating fences and composing messages are apart.
    static let refusedImports: [String: Set<String>] = [
        "Positioning": ["Fixes", "Messages", "Geofencing"],
        "Fixes": ["Positioning", "Messages", "Geofencing"],
        "Messages": ["Positioning", "Geofencing"],
        "Geofencing": ["Positioning"],
    ]

    @Test func modulesOfTheCoreHaveNoRefusedImport() throws {
        var count = 0
        for file in try SourceTree.swiftFiles(below: "Sources") {
            guard let refused = Self.refusedImports[file.module] else { continue }
            count += 1
            for module in refused.intersection(file.lines.compactMap(importedModule)) {
                Issue.record("\(file.path) imports \(module)")
            }
        }
        #expect(count > 150)
    }

    /// The owner of the engine performs every input in one step: that file must not suspend.
    @Test func ownerOfTheEngineNeverAwaits() throws {
        let files = try SourceTree.swiftFiles(below: "Sources/programs/GeofenceDaemon")
        let owners = files.filter { file in
            file.lines.contains { $0.contains("= Engine(") && !$0.contains("//") }
        }
        #expect(owners.count == 1, "not one file owns the engine")
        for file in owners {
            for (number, line) in file.lines.enumerated()
            where line.contains("await") && !line.contains("//") {
                Issue.record("\(file.path):\(number + 1) awaits between the steps of the engine")
            }
        }
    }

    /// `journalctl -x` explains every kind of entry.
    @Test func catalogExplainsEveryKindOfEntry() throws {
        let catalog = Set(try SourceTree.lines(of: "systemd/geofenced.catalog"))
        var count = 0
        for line in try SourceTree.lines(of: "Sources/programs/GeofenceDaemon/Log/MessageID.swift")
        {
            for word in line.split(separator: "\"") where word.count == 32 {
                count += 1
                #expect(catalog.contains("-- " + word), "the catalog lacks \(line)")
            }
        }
        #expect(count > 20)
    }

    @Test func filesAreShort() throws {
        let limit = 300
        for file in try SourceTree.swiftFiles(below: "Sources") {
            #expect(file.lines.count <= limit, "\(file.path) has \(file.lines.count) lines")
        }
    }

    /// Drivers are loaded before the unit's device list is resolved, and a modem manager does not
    /// open receivers.
    @Test func receiversAreAllowedAndProtected() throws {
        let modules = try SourceTree.lines(of: "systemd/geofenced.modules-load")
        for driver in ["cdc_acm", "usbserial", "ftdi_sio", "cp210x", "ch341", "pl2303"] {
            #expect(modules.contains(driver))
        }
        let unit = try SourceTree.lines(of: "systemd/geofenced.service")
        for device in ["ttyUSB", "ttyACM", "ttyS", "ttyAMA", "gnss"] {
            #expect(unit.contains("DeviceAllow=char-\(device) r"))
        }
        let rules = try SourceTree.lines(of: "systemd/61-geofenced.rules")
        #expect(rules.contains { $0.contains("ENV{ID_MM_DEVICE_IGNORE}=\"1\"") })
        #expect(rules.contains("SUBSYSTEM==\"gnss\", GROUP=\"dialout\", MODE=\"0660\""))
    }

    /// They belong to the whole process: a thread that changes one for a moment changes what the
    /// others do at that moment.
    @Test func noCodeChangesStateOfTheWholeProcess() throws {
        let calls = ["umask(", "chdir(", "setenv(", "unsetenv(", "setlocale("]
        for folder in ["Sources", "Tests"] {
            for file in try SourceTree.swiftFiles(below: folder)
            where !file.path.hasSuffix("TidyTests.swift") {
                for (number, line) in file.lines.enumerated()
                where calls.contains(where: line.contains) {
                    Issue.record("\(file.path):\(number + 1) changes what the process shares")
                }
            }
        }
    }

    @Test func noWorkIsLeftForLater() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        for folder in ["Sources", "Tests"] {
            for file in try SourceTree.swiftFiles(below: folder) {
                for (number, line) in file.lines.enumerated()
                where marks.contains(where: line.contains) {
                    Issue.record("\(file.path):\(number + 1) marks work for later")
                }
            }
        }
    }

    @Test func testsDoNotSleepOrSkip() throws {
        let marks = ["Task.sl" + "eep", "usl" + "eep(", ".disab" + "led(", "withKnown" + "Issue"]
        for file in try SourceTree.swiftFiles(below: "Tests") {
            for (number, line) in file.lines.enumerated()
            where marks.contains(where: line.contains) {
                Issue.record("\(file.path):\(number + 1) sleeps or skips")
            }
        }
    }
}
