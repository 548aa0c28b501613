// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let secondFactorService = Target.Dependency.product(name: "SecondFactorServiceAPI", package: "SecondFactor")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")

let accountsServicePlugin = Target.Dependency.product(name: "AccountsService", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let secondFactorServicePlugin = Target.Dependency.product(name: "SecondFactorService", package: "SecondFactor")

let package = Package(
    name: "AccountImport",
    products: [.library(name: "AccountImportOperations", targets: ["AccountImportOperations"])],
    dependencies: [
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
                "AccountImportOperations", "CoreModels", "KernelTesting", "Localization", "PluginKit",
                accountsService, accountsServicePlugin, console, consoleTesting, cryptography, operating,
                operatingTesting, secondFactorService, secondFactorServicePlugin, store,
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
