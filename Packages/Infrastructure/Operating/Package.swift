// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")

let package = Package(
    name: "Operating",
    products: [
        .library(name: "OperatingAPI", targets: ["OperatingAPI"]),
        .library(name: "OperatingTesting", targets: ["OperatingTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Configuration"),
        .package(path: "../Console"),
        .package(path: "../Cryptography"),
        .package(path: "../SQLStore"),
        .package(path: "../ServerKeys"),
    ],
    targets: [
        .target(
            name: "OperatingAPI",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "PluginKit", configuration, console, cryptography,
                serverKeys,
                store,
            ]),
        .target(
            name: "OperatingTesting",
            dependencies: [
                "CoreModels", "Localization", "Locking", "OperatingAPI", "PluginKit", configuration, console,
                cryptography, cryptographyTesting, serverKeys, serverKeysTesting, store, storeTesting,
            ]),
        .testTarget(
            name: "OperatingTestingTests",
            dependencies: [
                "KernelTesting", "Localization", "OperatingAPI", "OperatingTesting", console, consoleTesting, store,
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
