// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")

let package = Package(
    name: "RateLimiting",
    products: [
        .library(name: "RateLimitingAPI", targets: ["RateLimitingAPI"]),
        .library(name: "RateLimitingSQL", targets: ["RateLimitingSQL"]),
        .library(name: "RateLimitingTesting", targets: ["RateLimitingTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Configuration"),
        .package(path: "../HTTPServing"),
        .package(path: "../SQLStore"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "RateLimitingAPI", dependencies: ["CoreModels", "PluginKit", store]),
        .target(name: "RateLimitingCore", dependencies: ["HTTPTypes", "Locking", "RateLimitingAPI", store]),
        .target(
            name: "RateLimitingSQL",
            dependencies: [
                "HTTPTypes", "Localization", "Locking", "PluginKit", "RateLimitingAPI", "RateLimitingCore",
                configuration, serving, store, telemetry,
            ]),
        .target(
            name: "RateLimitingTesting",
            dependencies: ["Locking", "RateLimitingAPI", "RateLimitingCore", store, storeTesting]),
        .testTarget(
            name: "RateLimitingCoreTests",
            dependencies: ["KernelTesting", "RateLimitingAPI", "RateLimitingCore", "RateLimitingTesting"]),
        .testTarget(
            name: "RateLimitingSQLTests",
            dependencies: [
                "HTTPTypes", "KernelTesting", "PluginKit", "RateLimitingAPI", "RateLimitingCore", "RateLimitingSQL",
                "RateLimitingTesting", configuration, configurationTesting, serving, store, storeTesting, telemetry,
                .product(name: "HTTPServingRouting", package: "HTTPServing"),
                .product(name: "HTTPServingTesting", package: "HTTPServing"),
                .product(name: "TelemetryTesting", package: "Telemetry"),
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
