// swift-tools-version: 6.2
import PackageDescription

let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "ProofOfPossession",
    products: [
        .library(name: "ProofOfPossessionAPI", targets: ["ProofOfPossessionAPI"]),
        .library(name: "ProofOfPossessionFuzzing", targets: ["ProofOfPossessionFuzzing"]),
        .library(name: "ProofOfPossessionServiceAPI", targets: ["ProofOfPossessionServiceAPI"]),
        .library(name: "ProofOfPossessionClient", targets: ["ProofOfPossessionClient"]),
        .library(name: "ProofOfPossessionService", targets: ["ProofOfPossessionService"]),
        .library(name: "ProofOfPossessionTesting", targets: ["ProofOfPossessionTesting"]),
        .library(name: "ProofOfPossessionServiceTesting", targets: ["ProofOfPossessionServiceTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../SecureStorage"),
    ],
    targets: [
        .target(name: "ProofOfPossessionAPI", dependencies: [secureStorage]),
        .target(name: "ProofOfPossessionServiceAPI", dependencies: ["HTTPTypes", "Localization", serving]),
        .target(name: "ProofOfPossessionContract"),
        .target(
            name: "ProofOfPossessionClient",
            dependencies: [
                "ProofOfPossessionAPI", "ProofOfPossessionContract", "CoreModels", "HTTPTypes", "Localization",
                "Locking", "PluginKit", cryptography, secureStorage, telemetry, transport,
            ]),
        .target(
            name: "ProofOfPossessionService",
            dependencies: [
                "ProofOfPossessionContract", "ProofOfPossessionServiceAPI", "CoreModels", "HTTPTypes", "Localization",
                "Locking",
                "PluginKit", cryptography, serving, store, telemetry,
            ]),
        .target(
            name: "ProofOfPossessionTesting",
            dependencies: [
                "ProofOfPossessionAPI", "ProofOfPossessionClient", "Locking", "PluginKit", cryptography,
                cryptographyTesting,
                secureStorage, secureStorageTesting, telemetry, transport,
            ]),
        .target(
            name: "ProofOfPossessionServiceTesting",
            dependencies: [
                "ProofOfPossessionContract", "ProofOfPossessionService", "HTTPTypes", "KernelTesting", cryptography,
                cryptographyTesting, serving, store, telemetry, telemetryTesting,
            ]),
        .target(
            name: "ProofOfPossessionFuzzing",
            dependencies: [
                "CoreModels", "KernelTesting", "ProofOfPossessionContract", "ProofOfPossessionService", cryptography,
            ],
            path: "Tests/ProofOfPossessionFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "ProofOfPossessionContractTests",
            dependencies: ["ProofOfPossessionContract", "ProofOfPossessionServiceAPI", serving]),
        .testTarget(
            name: "ProofOfPossessionClientTests",
            dependencies: [
                "ProofOfPossessionAPI", "ProofOfPossessionTesting", "CoreModels",
                "HTTPTypes", "KernelTesting", "Locking", cryptography, cryptographyTesting, secureStorage,
                secureStorageTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "ProofOfPossessionServiceTests",
            dependencies: [
                "ProofOfPossessionFuzzing",
                "ProofOfPossessionContract", "ProofOfPossessionService", "ProofOfPossessionServiceAPI",
                "ProofOfPossessionServiceTesting", "HTTPTypes", "KernelTesting", cryptography, cryptographyTesting,
                serving, servingTesting, store, storeTesting,
            ]),
        .testTarget(
            name: "ProofOfPossessionSliceTests",
            dependencies: [
                "ProofOfPossessionAPI", "ProofOfPossessionServiceAPI", "ProofOfPossessionServiceTesting",
                "ProofOfPossessionTesting", "HTTPTypes", "KernelTesting", serving, servingRouting, servingLoopback,
                servingTesting,
                storeTesting, transport,
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
