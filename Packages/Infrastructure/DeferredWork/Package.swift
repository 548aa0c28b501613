// swift-tools-version: 6.2
import PackageDescription

let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "DeferredWork",
    products: [
        .library(name: "DeferredWorkAPI", targets: ["DeferredWorkAPI"]),
        .library(name: "DeferredWorkSQL", targets: ["DeferredWorkSQL"]),
        .library(name: "DeferredWorkTesting", targets: ["DeferredWorkTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Cryptography"),
        .package(path: "../SQLStore"),
        .package(path: "../ServerKeys"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "DeferredWorkAPI", dependencies: ["CoreModels", "PluginKit"]),
        .target(
            name: "DeferredWorkSQL",
            dependencies: [
                "CoreModels", "DeferredWorkAPI", "Localization", "PluginKit", cryptography, serverKeys, store,
                telemetry,
            ]),
        .target(name: "DeferredWorkTesting", dependencies: ["CoreModels", "DeferredWorkAPI"]),
        .testTarget(
            name: "DeferredWorkSQLTests",
            dependencies: [
                "CoreModels", "DeferredWorkAPI", "DeferredWorkSQL", "KernelTesting", "Locking", "PluginKit",
                cryptography, cryptographyTesting, serverKeysTesting, store, storeTesting, telemetry, telemetryTesting,
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
