// swift-tools-version: 6.2
import PackageDescription

let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let keys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let keysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "Idempotency",
    products: [.library(name: "IdempotencyServing", targets: ["IdempotencyServing"])],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Cryptography"),
        .package(path: "../HTTPServing"),
        .package(path: "../SQLStore"),
        .package(path: "../ServerKeys"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(
            name: "IdempotencyServing",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", cryptography, keys, serving, store,
                telemetry,
            ]),
        .testTarget(
            name: "IdempotencyServingTests",
            dependencies: [
                "IdempotencyServing", "HTTPTypes", "KernelTesting", "Locking", "PluginKit", cryptography,
                cryptographyTesting, keysTesting, serving, servingRouting, servingTesting, store, storeTesting,
                telemetryTesting,
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
