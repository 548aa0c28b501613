// swift-tools-version: 6.2
import PackageDescription

let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "ServerClock",
    products: [
        .library(name: "ServerClock", targets: ["ServerClock"]),
        .library(name: "ServerClockOperations", targets: ["ServerClockOperations"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Console"),
        .package(path: "../HTTPServing"),
        .package(path: "../Operating"),
        .package(path: "../SQLStore"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "CMachineClock"),
        .target(
            name: "ServerClock",
            dependencies: [
                "CMachineClock", "CoreModels", "Localization", "Locking", "PluginKit", serving, store, telemetry,
            ]),
        .target(
            name: "ServerClockOperations",
            dependencies: ["Localization", "PluginKit", "ServerClock", console, operating, store]),
        .testTarget(
            name: "ServerClockTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit", "ServerClock", serving, store,
                storeTesting, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "ServerClockOperationsTests",
            dependencies: [
                "PluginKit", "ServerClock", "ServerClockOperations", console, consoleTesting, operating,
                operatingTesting, store,
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
