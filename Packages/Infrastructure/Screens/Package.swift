// swift-tools-version: 6.2
import PackageDescription

let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")

let package = Package(
    name: "Screens",
    products: [
        .library(name: "ScreensAPI", targets: ["ScreensAPI"]),
        .library(name: "ScreensApp", targets: ["ScreensApp"]),
        .library(name: "ScreensHosting", targets: ["ScreensHosting"]),
        .library(name: "ScreensHostingAPI", targets: ["ScreensHostingAPI"]),
        .library(name: "ScreensTesting", targets: ["ScreensTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Console"),
        .package(path: "../Cryptography"),
        .package(path: "../HTTPServing"),
        .package(path: "../SQLStore"),
    ],
    targets: [
        .target(name: "ScreensAPI", dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting"]),
        .target(name: "ScreensHTML", dependencies: ["CoreModels", "Localization", "Presenting", "ScreensAPI"]),
        .target(name: "ScreensHostingAPI", dependencies: ["CoreModels", "Localization", "ScreensAPI", serving]),
        .target(
            name: "ScreensHosting",
            dependencies: [
                "AtomicFiles", "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting",
                "ScreensAPI", "ScreensHTML", "ScreensHostingAPI", cryptography, serving, store,
            ]),
        .target(
            name: "ScreensApp",
            dependencies: [
                "AtomicFiles", "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "ScreensAPI",
                "ScreensHosting", "ScreensHostingAPI", console, cryptography, serving,
            ]),
        .target(
            name: "ScreensTesting",
            dependencies: ["CoreModels", "Localization", "Presenting", "ScreensAPI", "ScreensHTML"]),
        .testTarget(
            name: "ScreensHTMLTests",
            dependencies: [
                "KernelTesting", "Localization", "Presenting", "ScreensAPI", "ScreensHTML", "ScreensTesting",
            ]),
        .testTarget(
            name: "ScreensHostingTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting",
                "ScreensAPI", "ScreensHosting", "ScreensHostingAPI", cryptography, cryptographyTesting, serving,
                servingRouting, servingTesting, store, storeTesting,
            ]),
        .testTarget(
            name: "ScreensAppTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "ScreensAPI",
                "ScreensApp", "ScreensHosting", "ScreensHostingAPI",
                cryptography, cryptographyTesting, serving, servingRouting, servingTesting,
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
