// swift-tools-version: 6.2
import PackageDescription

/// What is measured is built from the product's own package, as a user's release build would be.
let core: Target.Dependency = .product(name: "GeofencedCore", package: "geofenced")

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "geofenced", path: "../..")],
    targets: [
        .target(name: "Measuring", swiftSettings: strict),
        .target(name: "Workloads", dependencies: ["Measuring", core], swiftSettings: strict),
        .executableTarget(
            name: "EngineBenchmark", dependencies: ["Measuring", "Workloads", core],
            swiftSettings: strict),
        .executableTarget(
            name: "GeometryBenchmark", dependencies: ["Measuring", "Workloads", core],
            swiftSettings: strict),
        .executableTarget(
            name: "LoadingBenchmark", dependencies: ["Measuring", core], swiftSettings: strict),
        .executableTarget(
            name: "FoundationPeer", dependencies: ["Measuring"], swiftSettings: strict),
        .executableTarget(
            name: "DecoderBenchmark", dependencies: ["Measuring", core], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
