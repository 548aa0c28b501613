// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let secondFactorService = Target.Dependency.product(name: "SecondFactorServiceAPI", package: "SecondFactor")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let accountsServicePlugin = Target.Dependency.product(name: "AccountsService", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let secondFactorServicePlugin = Target.Dependency.product(name: "SecondFactorService", package: "SecondFactor")

let package = Package(
    name: "AccountImport",
    products: [.library(name: "AccountImportOperations", targets: ["AccountImportOperations"])],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../SecondFactor"),
    ],
    targets: [
        .target(
            name: "AccountImportOperations",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "PluginKit", accountsService, console, cryptography,
                operating, secondFactorService, serverKeys, store,
            ]),
        .testTarget(
            name: "AccountImportOperationsTests",
            dependencies: [
                "AccountImportOperations", "CoreModels", "KernelTesting", "Localization", "PluginKit", accountsService,
                accountsServicePlugin, accountsServiceTesting, configuration, console, consoleTesting, cryptography,
                cryptographyTesting, operating, operatingTesting, secondFactorService, secondFactorServicePlugin,
                serverKeys, serverKeysTesting, store,
            ], exclude: ["people.py"]),
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
