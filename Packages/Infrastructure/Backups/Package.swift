// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let dataFolder = Target.Dependency.product(name: "DataFolderAPI", package: "DataFolder")
let httpServing = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysFile = Target.Dependency.product(name: "ServerKeysFile", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeSQLite = Target.Dependency.product(name: "SQLStoreSQLite", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "Backups",
    products: [
        .library(name: "BackupsOperations", targets: ["BackupsOperations"])
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Configuration"),
        .package(path: "../Console"),
        .package(path: "../Cryptography"),
        .package(path: "../DataFolder"),
        .package(path: "../HTTPServing"),
        .package(path: "../Operating"),
        .package(path: "../SQLStore"),
        .package(path: "../ServerKeys"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(
            name: "BackupsOperations",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "Locking", "PluginKit", "Presenting", configuration,
                console, cryptography, dataFolder, httpServing, operating, serverKeys, store, telemetry,
            ]),
        .testTarget(
            name: "BackupsOperationsTests",
            dependencies: [
                "BackupsOperations", "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit",
                configuration, configurationTesting, console, consoleTesting, cryptography, cryptographyTesting,
                dataFolder, operating,
                httpServing, serverKeys, serverKeysFile, store, storeSQLite, telemetryTesting,
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
