// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationSources = Target.Dependency.product(name: "ConfigurationSources", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyOpenSSL = Target.Dependency.product(name: "CryptographyOpenSSL", package: "Cryptography")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "DeviceIntegrity",
    products: [
        .library(name: "DeviceIntegrityAPI", targets: ["DeviceIntegrityAPI"]),
        .library(name: "DeviceIntegrityConsole", targets: ["DeviceIntegrityConsole"]),
        .library(name: "DeviceIntegrityLinux", targets: ["DeviceIntegrityLinux"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Configuration"),
        .package(path: "../Console"),
        .package(path: "../Cryptography"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .systemLibrary(name: "CReleaseKey"),
        .target(name: "DeviceIntegrityAPI", dependencies: ["Localization", configuration, telemetry]),
        .target(
            name: "DeviceIntegrityConsole",
            dependencies: ["DeviceIntegrityAPI", "Localization", console]),
        .target(
            name: "DeviceIntegrityLinux",
            dependencies: [
                "CReleaseKey", "CoreModels", "DeviceIntegrityAPI", "Localization", "PluginKit", configuration,
                cryptography, telemetry,
            ]),
        .testTarget(
            name: "DeviceIntegrityAPITests",
            dependencies: [
                "DeviceIntegrityAPI", "KernelTesting", "Locking", configuration, configurationSources, telemetry,
                telemetryTesting,
            ]),
        .testTarget(
            name: "DeviceIntegrityLinuxTests",
            dependencies: [
                "DeviceIntegrityAPI", "DeviceIntegrityLinux", "KernelTesting", "PluginKit", cryptography,
                cryptographyOpenSSL,
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
