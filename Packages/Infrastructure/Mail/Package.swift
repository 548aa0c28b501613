// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationSources = Target.Dependency.product(name: "ConfigurationSources", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let curl = Target.Dependency.product(name: "CurlKit", package: "CurlKit")
let dataFolder = Target.Dependency.product(name: "DataFolderAPI", package: "DataFolder")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "Mail",
    products: [
        .library(name: "MailAPI", targets: ["MailAPI"]),
        .library(name: "MailFuzzing", targets: ["MailFuzzing"]),
        .library(name: "MailFolder", targets: ["MailFolder"]),
        .library(name: "MailOperations", targets: ["MailOperations"]),
        .library(name: "MailOutbox", targets: ["MailOutbox"]),
        .library(name: "MailSMTP", targets: ["MailSMTP"]),
        .library(name: "MailTesting", targets: ["MailTesting"]),
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
        .package(path: "../CurlKit"),
        .package(path: "../DataFolder"),
        .package(path: "../Operating"),
        .package(path: "../SQLStore"),
        .package(path: "../ServerKeys"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(
            name: "MailAPI",
            dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting", configuration, store]),
        .target(
            name: "MailFolder",
            dependencies: ["AtomicFiles", "Localization", "MailAPI", "PluginKit", configuration, dataFolder]),
        .target(
            name: "MailOutbox",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "Locking", "MailAPI", "PluginKit", configuration,
                cryptography, operating, serverKeys, store, telemetry,
            ]),
        .target(
            name: "MailOperations",
            dependencies: [
                "CoreModels", "Localization", "MailAPI", "MailOutbox", "MailSMTP", "PluginKit", configuration, console,
                cryptography, operating, store,
            ]),
        .target(
            name: "MailSMTP",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "MailAPI", "PluginKit", configuration, curl,
            ]),
        .target(name: "MailTesting", dependencies: ["CoreModels", "Locking", "MailAPI", store]),
        .target(
            name: "MailFuzzing", dependencies: ["CoreModels", "KernelTesting", "MailAPI", "MailOutbox"],
            path: "Tests/MailFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "MailAPITests",
            dependencies: ["CoreModels", "KernelTesting", "Localization", "MailAPI", "Presenting"]),
        .testTarget(
            name: "MailFolderTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "MailAPI", "MailFolder", "PluginKit", configuration,
                configurationSources,
            ]),
        .testTarget(
            name: "MailOperationsTests",
            dependencies: [
                "CoreModels", "KernelTesting", "MailAPI", "MailOperations", "MailOutbox", "PluginKit", configuration,
                configurationTesting, console, consoleTesting, operating, operatingTesting, store,
            ]),
        .testTarget(
            name: "MailOutboxTests",
            dependencies: [
                "MailFuzzing",
                "CoreModels", "KernelTesting", "Localization", "Locking", "MailAPI", "MailOutbox", "PluginKit",
                configuration, configurationTesting, cryptography, cryptographyTesting, serverKeysTesting, store,
                storeTesting, telemetry,
                telemetryTesting,
            ]),
        .testTarget(
            name: "MailSMTPTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "MailAPI", "MailOutbox", "MailSMTP", "PluginKit",
                "Presenting", configuration,
                configurationSources, configurationTesting, cryptography, cryptographyTesting, serverKeysTesting, store,
                storeTesting, telemetryTesting,
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
