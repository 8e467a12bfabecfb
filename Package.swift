// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target of this package.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// A folder of Sources, and the one of Tests with the same name.
enum Room: String {
    case base, core, text, store, edge, programs
    case consumers = "programs/consumers"
    case c

    func path(of target: String) -> String { "Sources/\(rawValue)/\(target)" }
}

func module(_ name: String, in room: Room, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: room.path(of: name), swiftSettings: strict)
}

func program(_ name: String, in room: Room, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: room.path(of: name), swiftSettings: strict)
}

/// C code of this package.
func shim(_ name: String) -> Target {
    .target(name: name, path: Room.c.path(of: name))
}

/// A library of Debian, named as pkg-config names it.
func library(_ name: String, _ pkgConfig: String, packages: [String]) -> Target {
    .systemLibrary(
        name: name, path: Room.c.path(of: name), pkgConfig: pkgConfig,
        providers: [.apt(packages)])
}

func tests(_ name: String, in room: Room, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(room.rawValue)/\(name)",
        swiftSettings: strict)
}

let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let realModule: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "geofenced",
    products: [
        .executable(name: "geofenced", targets: ["geofenced"]),
        .executable(name: "geofencectl", targets: ["geofencectl"]),
        .executable(name: "geofenced-mqtt", targets: ["geofenced-mqtt"]),
        .executable(name: "geofenced-webhook", targets: ["geofenced-webhook"]),
        .executable(name: "geofenced-hooks", targets: ["geofenced-hooks"]),
        // For the package under Tests/Benchmarks, which measures what is shipped.
        .library(
            name: "GeofencedCore",
            targets: ["Chronology", "FenceFiles", "Fixes", "Geodesy", "Geofencing", "Positioning"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-numerics.git", from: "1.1.1"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        // base
        module("Chronology", in: .base),
        module("Geodesy", in: .base, [realModule]),
        module("JSONText", in: .base),
        module("Suggestions", in: .base),
        module(
            "Expressions", in: .text,
            ["Chronology", "Geodesy", "JSONText", "Suggestions", realModule]),
        // core: Positioning sees none of the others, Fixes and Messages do not see Geofencing
        library("CExpat", "expat", packages: ["libexpat1-dev"]),
        module(
            "Positioning", in: .core,
            ["CExpat", "Chronology", "Geodesy", "JSONText", "Suggestions"]),
        module("Fixes", in: .core, ["Chronology", "Geodesy", "Suggestions"]),
        module(
            "Messages", in: .core,
            ["Chronology", "Fixes", "Geodesy", "JSONText", "Suggestions"]),
        module(
            "Geofencing", in: .core,
            ["Chronology", "Fixes", "Geodesy", "Messages", "Suggestions"]),
        // edge
        shim("CMapping"),
        shim("CBootTimer"),
        shim("CSpawn"),
        module("SystemServices", in: .edge, ["CBootTimer", "CMapping", "CSpawn"]),
        module(
            "FenceFiles", in: .text,
            ["Chronology", "Geodesy", "Geofencing", "JSONText", "Suggestions"]),
        shim("CTOML"),
        module("ConfigurationText", in: .text, ["CTOML", "Suggestions"]),
        module(
            "Settings", in: .text,
            [
                "Chronology", "ConfigurationText", "Fixes", "Geodesy", "Geofencing", "JSONText",
                "Suggestions",
            ]),
        module("ControlProtocol", in: .edge, ["JSONText", "Suggestions"]),
        module(
            "ControlClient", in: .edge, ["ControlProtocol", "JSONText", "SystemServices"]),
        // what the programs that take events out of the daemon share
        module("Consuming", in: .consumers, ["Chronology", "ControlClient", "ControlProtocol"]),
        module(
            "ConsumerFrame", in: .consumers,
            [
                "ConfigurationText", "Consuming", "ControlClient", "ControlProtocol",
                "Suggestions", "SystemServices",
            ]),
        library("CMosquitto", "libmosquitto", packages: ["libmosquitto-dev"]),
        module(
            "HooksConsumer", in: .consumers,
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol", "Suggestions", "SystemServices", "Systemd",
            ]),
        module(
            "MQTTConsumer", in: .consumers,
            [
                "CMosquitto", "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol", "SystemServices",
            ]),
        library("CCurl", "libcurl", packages: ["libcurl4-openssl-dev", "libssl-dev"]),
        module(
            "WebhookConsumer", in: .consumers,
            [
                "CCurl", "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol", "SystemServices",
            ]),
        library("CSystemd", "libsystemd", packages: ["libsystemd-dev"]),
        module("Systemd", in: .edge, ["CSystemd", "Suggestions", "SystemServices"]),
        library("CSQLite", "sqlite3", packages: ["libsqlite3-dev"]),
        module(
            "EventStore", in: .store,
            ["CSQLite", "Chronology", "Fixes", "Geodesy", "Geofencing", "SystemServices"]),
        library("CZlib", "zlib", packages: ["zlib1g-dev"]),
        module("Deflate", in: .store, ["CZlib"]),
        module("FixRecorder", in: .store, ["Chronology", "Deflate", "Fixes", "Geodesy"]),
        // what the daemon and the offline client share
        module(
            "Composition", in: .text,
            [
                "Chronology", "ConfigurationText", "ControlProtocol", "Expressions", "FenceFiles",
                "FixRecorder", "Fixes", "Geodesy", "Geofencing", "Messages", "Positioning",
                "Settings", "Suggestions",
            ]),
        // shell
        module(
            "GeofenceDaemon", in: .programs,
            [
                "Chronology", "Composition", "ConfigurationText", "ControlProtocol", "Deflate",
                "EventStore", "FenceFiles", "FixRecorder", "Fixes", "Geodesy", "Geofencing",
                "JSONText", "Messages", "Positioning", "Settings", "Suggestions", "SystemServices",
                "Systemd", nioCore, nioPosix, logging, lifecycle, unixSignals,
            ]),
        // command lines
        program(
            "geofenced", in: .programs,
            ["GeofenceDaemon", argumentParser]),
        program(
            "geofencectl", in: .programs,
            [
                "Chronology", "Composition", "ConfigurationText", "ControlClient",
                "ControlProtocol", "Expressions", "FenceFiles", "FixRecorder", "Fixes", "Geodesy",
                "Geofencing",
                "JSONText", "Messages", "Positioning", "Settings", "Suggestions", "SystemServices",
                argumentParser,
            ]),
        program(
            "geofenced-mqtt", in: .consumers,
            ["ConsumerFrame", "MQTTConsumer"]),
        program(
            "geofenced-webhook", in: .consumers,
            ["ConsumerFrame", "WebhookConsumer"]),
        program(
            "geofenced-hooks", in: .consumers,
            ["ConsumerFrame", "HooksConsumer", "SystemServices", "Systemd"]),
        // driven by the proofs of Tests/Durability; not a product
        .executableTarget(
            name: "StoreExerciser", dependencies: ["EventStore", "Fixes", "Geofencing"],
            path: "Tests/Durability/Exerciser", swiftSettings: strict),
        // tests
        .target(
            name: "TestSupport", dependencies: ["Chronology", "Geodesy"], path: "Tests/Support",
            swiftSettings: strict),
        tests("ChronologyTests", in: .base, ["Chronology", "TestSupport"]),
        tests("GeodesyTests", in: .base, ["Geodesy", "TestSupport"]),
        tests(
            "PositioningTests", in: .core, ["Positioning", "Chronology", "Geodesy", "TestSupport"]),
        tests("MessagesTests", in: .core, ["Messages", "Chronology", "Fixes", "Geodesy"]),
        tests("FixesTests", in: .core, ["Fixes", "Chronology", "Geodesy", "TestSupport"]),
        tests(
            "GeofencingTests", in: .core,
            [
                "Geofencing", "Chronology", "Composition", "Fixes", "Geodesy", "Messages",
                "TestSupport",
            ]),
        tests("JSONTextTests", in: .base, ["JSONText", "TestSupport"]),
        tests("SuggestionsTests", in: .base, ["Suggestions"]),
        tests("ExpressionsTests", in: .text, ["Expressions", "Chronology", "TestSupport"]),
        tests(
            "FenceFilesTests", in: .text,
            ["FenceFiles", "Chronology", "Fixes", "Geofencing", "Geodesy", "TestSupport"]),
        tests(
            "SettingsTests", in: .text,
            [
                "ConfigurationText", "Settings", "Fixes", "Geodesy", "Geofencing", "Messages",
                "TestSupport",
            ]),
        tests("ControlProtocolTests", in: .edge, ["ControlProtocol", "TestSupport"]),
        tests(
            "ControlClientTests", in: .edge,
            ["ControlClient", "ControlProtocol", "SystemServices", "TestSupport"]),
        tests(
            "ConsumingTests", in: .consumers,
            ["ConsumerFrame", "Consuming", "ControlClient", "ControlProtocol"]),
        tests(
            "MQTTConsumerTests", in: .consumers,
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol",
                "MQTTConsumer", "TestSupport",
            ]),
        tests(
            "WebhookConsumerTests", in: .consumers,
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol",
                "TestSupport", "WebhookConsumer",
            ]),
        tests(
            "HooksConsumerTests", in: .consumers,
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlClient",
                "ControlProtocol", "HooksConsumer", "Systemd", "TestSupport",
            ]),
        tests("SystemServicesTests", in: .edge, ["SystemServices", "Systemd", "Settings"]),
        tests("FixRecorderTests", in: .store, ["FixRecorder", "Chronology", "Fixes", "Geodesy"]),
        tests(
            "EventStoreTests", in: .store,
            ["EventStore", "CSQLite", "Chronology", "Fixes", "Geofencing"]),
        tests(
            "CompositionTests", in: .text,
            [
                "Chronology", "Composition", "ConfigurationText", "ControlProtocol", "Expressions",
                "FenceFiles", "FixRecorder", "Fixes", "Geodesy", "Geofencing", "Messages",
                "Positioning",
                "Settings", "TestSupport",
            ]),
        tests(
            "GeofenceDaemonTests", in: .programs,
            [
                "Chronology", "ControlProtocol", "EventStore", "Fixes", "GeofenceDaemon", "Geodesy",
                "Geofencing", "Positioning", "Settings", "SystemServices", "TestSupport", nioCore,
                nioPosix,
            ]),
        tests(
            "GeofencectlTests", in: .programs,
            [
                "geofencectl", "Chronology", "ControlProtocol", "FenceFiles", "Settings",
                "TestSupport", argumentParser,
            ]),
        .testTarget(
            name: "TidyTests", dependencies: ["TestSupport"], path: "Tests/TidyTests",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
