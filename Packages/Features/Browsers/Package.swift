// swift-tools-version: 6.2
import PackageDescription

let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensHosting = Target.Dependency.product(name: "ScreensHostingAPI", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")

let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")

let package = Package(
    name: "Browsers",
    products: [
        .library(name: "BrowsersService", targets: ["BrowsersService"])
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../SecureStorage"),
    ],
    targets: [
        .target(
            name: "BrowsersService",
            dependencies: [
                "CoreModels", "Localization", "Locking", "PluginKit", cryptography, screens, screensHosting,
                secureStorage, serverKeys, store,
            ]),
        .testTarget(
            name: "BrowsersServiceTests",
            dependencies: [
                "BrowsersService", "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit", cryptography,
                cryptographyTesting, screens, screensHosting, secureStorage, secureStorageTesting, serverKeys,
                serverKeysTesting, serving, store, storeTesting,
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
