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

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
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
        module("Chronology"),
        module("Geodesy", [realModule]),
        module("JSONText"),
        module("Suggestions"),
        module("Expressions", ["Chronology", "Geodesy", "JSONText", "Suggestions", realModule]),
        // core: Positioning sees none of the others, Fixes and Messages do not see Geofencing
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        module("Positioning", ["CExpat", "Chronology", "Geodesy", "JSONText", "Suggestions"]),
        module("Fixes", ["Chronology", "Expressions", "Geodesy", "Suggestions"]),
        module(
            "Messages",
            ["Chronology", "Expressions", "Fixes", "Geodesy", "JSONText", "Suggestions"]),
        module(
            "Geofencing",
            ["Chronology", "Expressions", "Fixes", "Geodesy", "Messages", "Suggestions"]),
        // edge
        .target(name: "CMapping"),
        .target(name: "CBootTimer"),
        .target(name: "CSpawn"),
        module("SystemServices", ["CBootTimer", "CMapping", "CSpawn"]),
        module("FenceFiles", ["Chronology", "Geodesy", "Geofencing", "JSONText", "Suggestions"]),
        .target(name: "CTOML"),
        module("ConfigurationText", ["CTOML", "Suggestions"]),
        module(
            "Settings",
            [
                "Chronology", "ConfigurationText", "Fixes", "Geodesy", "Geofencing", "JSONText",
                "Suggestions",
            ]),
        module("ControlProtocol", ["JSONText", "Suggestions"]),
        // what the programs that take events out of the daemon share
        module("Consuming", ["Chronology", "ControlProtocol"]),
        module(
            "ConsumerFrame",
            [
                "ConfigurationText", "Consuming", "ControlProtocol", "JSONText", "Suggestions",
                "SystemServices",
            ]),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CHookRun"),
        module(
            "HooksConsumer",
            [
                "CHookRun", "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol",
                "Suggestions", "SystemServices",
            ]),
        module(
            "MQTTConsumer",
            [
                "CMosquitto", "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol",
            ]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev", "libssl-dev"])]),
        module(
            "WebhookConsumer",
            ["CCurl", "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol"]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        module("Systemd", ["CSystemd", "SystemServices"]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        module(
            "EventStore",
            ["CSQLite", "Chronology", "Fixes", "Geodesy", "Geofencing", "SystemServices"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        module("Deflate", ["CZlib"]),
        module("FixRecorder", ["Chronology", "Deflate", "Fixes", "Geodesy"]),
        // what the daemon and the offline client share
        module(
            "Composition",
            [
                "Chronology", "ConfigurationText", "ControlProtocol", "Expressions", "FenceFiles",
                "FixRecorder", "Fixes", "Geodesy", "Geofencing", "Messages", "Positioning",
                "Settings", "Suggestions",
            ]),
        // shell
        module(
            "GeofenceDaemon",
            [
                "Chronology", "Composition", "ConfigurationText", "ControlProtocol", "Deflate",
                "EventStore", "FenceFiles", "FixRecorder", "Fixes", "Geodesy", "Geofencing",
                "JSONText", "Messages", "Positioning", "Settings", "Suggestions", "SystemServices",
                "Systemd", nioCore, nioPosix, logging, lifecycle, unixSignals,
            ]),
        // command lines
        .executableTarget(
            name: "geofenced",
            dependencies: ["GeofenceDaemon", argumentParser],
            swiftSettings: strict),
        .executableTarget(
            name: "geofencectl",
            dependencies: [
                "Chronology", "Composition", "ConfigurationText", "Consuming", "ControlProtocol",
                "Expressions", "FenceFiles", "FixRecorder", "Fixes", "Geodesy", "Geofencing",
                "JSONText", "Messages", "Positioning", "Settings", "Suggestions", "SystemServices",
                argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "geofenced-mqtt",
            dependencies: ["ConsumerFrame", "MQTTConsumer"],
            swiftSettings: strict),
        .executableTarget(
            name: "geofenced-webhook",
            dependencies: ["ConsumerFrame", "WebhookConsumer"],
            swiftSettings: strict),
        .executableTarget(
            name: "geofenced-hooks",
            dependencies: ["ConsumerFrame", "HooksConsumer", "SystemServices"],
            swiftSettings: strict),
        // driven by the proofs of Tests/Durability; not a product
        .executableTarget(
            name: "StoreExerciser", dependencies: ["EventStore", "Fixes", "Geofencing"],
            path: "Tests/Durability/Exerciser", swiftSettings: strict),
        // tests
        .target(
            name: "TestSupport", dependencies: ["Chronology", "Geodesy"], path: "Tests/Support",
            swiftSettings: strict),
        tests("ChronologyTests", ["Chronology", "TestSupport"]),
        tests("GeodesyTests", ["Geodesy", "TestSupport"]),
        tests("PositioningTests", ["Positioning", "Chronology", "Geodesy", "TestSupport"]),
        tests("MessagesTests", ["Messages", "Chronology", "Fixes", "Geodesy"]),
        tests("FixesTests", ["Fixes", "Chronology", "Geodesy", "TestSupport"]),
        tests(
            "GeofencingTests",
            ["Geofencing", "Chronology", "Fixes", "Geodesy", "Messages", "TestSupport"]),
        tests("JSONTextTests", ["JSONText", "TestSupport"]),
        tests("SuggestionsTests", ["Suggestions"]),
        tests("ExpressionsTests", ["Expressions", "Chronology", "TestSupport"]),
        tests(
            "FenceFilesTests",
            ["FenceFiles", "Chronology", "Fixes", "Geofencing", "Geodesy", "TestSupport"]),
        tests(
            "SettingsTests",
            [
                "ConfigurationText", "Settings", "Fixes", "Geodesy", "Geofencing", "Messages",
                "TestSupport",
            ]),
        tests("ControlProtocolTests", ["ControlProtocol", "TestSupport"]),
        tests("ConsumingTests", ["ConsumerFrame", "Consuming", "ControlProtocol"]),
        tests(
            "MQTTConsumerTests",
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol",
                "MQTTConsumer", "TestSupport",
            ]),
        tests(
            "WebhookConsumerTests",
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol",
                "TestSupport", "WebhookConsumer",
            ]),
        tests(
            "HooksConsumerTests",
            [
                "ConfigurationText", "ConsumerFrame", "Consuming", "ControlProtocol",
                "HooksConsumer", "TestSupport",
            ]),
        tests("SystemServicesTests", ["SystemServices", "Systemd", "Settings"]),
        tests("FixRecorderTests", ["FixRecorder", "Chronology", "Fixes", "Geodesy"]),
        tests("EventStoreTests", ["EventStore", "CSQLite", "Chronology", "Fixes", "Geofencing"]),
        tests(
            "CompositionTests",
            [
                "Chronology", "Composition", "ConfigurationText", "ControlProtocol", "Expressions",
                "FenceFiles", "FixRecorder", "Fixes", "Geodesy", "Geofencing", "Messages",
                "Positioning",
                "Settings", "TestSupport",
            ]),
        tests(
            "GeofenceDaemonTests",
            [
                "Chronology", "ControlProtocol", "EventStore", "Fixes", "GeofenceDaemon", "Geodesy",
                "Geofencing", "Positioning", "Settings", "SystemServices", "TestSupport", nioCore,
                nioPosix,
            ]),
        tests(
            "GeofencectlTests",
            [
                "geofencectl", "Chronology", "ControlProtocol", "FenceFiles", "Settings",
                "TestSupport", argumentParser,
            ]),
        tests("TidyTests", ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
