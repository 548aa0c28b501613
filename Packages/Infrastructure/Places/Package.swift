// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "Places",
    products: [
        .library(name: "PlacesAPI", targets: ["PlacesAPI"]),
        .library(name: "PlacesMaxMind", targets: ["PlacesMaxMind"]),
        .library(name: "PlacesTesting", targets: ["PlacesTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/Threads"),
        .package(path: "../Configuration"),
        .package(path: "../HTTPServing"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "PlacesAPI", dependencies: ["Localization", "PluginKit", serving]),
        .target(name: "CMaxMindDB"),
        .target(
            name: "PlacesMaxMind",
            dependencies: [
                "AtomicFiles", "CMaxMindDB", "CoreModels", "Localization", "Locking", "PlacesAPI", "PluginKit",
                "Presenting", "Threads", configuration, serving, telemetry,
            ]),
        .target(name: "PlacesTesting", dependencies: ["PlacesAPI", serving]),
        .testTarget(
            name: "PlacesMaxMindTests",
            dependencies: [
                "KernelTesting", "Localization", "Locking", "PlacesAPI", "PlacesMaxMind", "PlacesTesting", "PluginKit",
                "Presenting", configuration, configurationTesting, serving, telemetry, telemetryTesting,
            ]),
    ]
)

// --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ] + (target.type == .test ? [] : [.strictMemorySafety()])
}
