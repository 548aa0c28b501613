// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")

let package = Package(
    name: "Telemetry",
    products: [
        .library(name: "TelemetryAPI", targets: ["TelemetryAPI"]),
        .library(name: "TelemetryOutput", targets: ["TelemetryOutput"]),
        .library(name: "TelemetryTesting", targets: ["TelemetryTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Configuration"),
    ],
    targets: [
        .target(name: "TelemetryAPI", dependencies: ["CoreModels", "PluginKit", configuration]),
        .target(
            name: "TelemetryOutput",
            dependencies: ["Localization", "Locking", "PluginKit", "TelemetryAPI", configuration]),
        .target(name: "TelemetryTesting", dependencies: ["Locking", "TelemetryAPI", "TelemetryOutput"]),
        .testTarget(
            name: "TelemetryOutputTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Locking", "PluginKit", "TelemetryAPI", "TelemetryOutput",
                "TelemetryTesting",
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
