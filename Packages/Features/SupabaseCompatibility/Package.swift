// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")

let package = Package(
    name: "SupabaseCompatibility",
    products: [.library(name: "SupabaseCompatibilityService", targets: ["SupabaseCompatibilityService"])],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "SupabaseCompatibilityService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit", "Presenting", configuration, cryptography,
                serving, sessions, telemetry,
            ])
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
