// swift-tools-version: 6.2
import PackageDescription

let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let dataFolder = Target.Dependency.product(name: "DataFolderAPI", package: "DataFolder")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let pictures = Target.Dependency.product(name: "PicturesAPI", package: "Pictures")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let picturesTesting = Target.Dependency.product(name: "PicturesTesting", package: "Pictures")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Feed",
    products: [
        .library(name: "FeedAPI", targets: ["FeedAPI"]),
        .library(name: "FeedFuzzing", targets: ["FeedFuzzing"]),
        .library(name: "FeedClient", targets: ["FeedClient"]),
        .library(name: "FeedOperations", targets: ["FeedOperations"]),
        .library(name: "FeedPresentation", targets: ["FeedPresentation"]),
        .library(name: "FeedPresentationAPI", targets: ["FeedPresentationAPI"]),
        .library(name: "FeedScreens", targets: ["FeedScreens"]),
        .library(name: "FeedScreensAPI", targets: ["FeedScreensAPI"]),
        .library(name: "FeedService", targets: ["FeedService"]),
        .library(name: "FeedServiceAPI", targets: ["FeedServiceAPI"]),
        .library(name: "FeedServiceTesting", targets: ["FeedServiceTesting"]),
        .library(name: "FeedTesting", targets: ["FeedTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/DataFolder"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/Pictures"),
        .package(path: "../../Infrastructure/RateLimiting"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Accounts"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "FeedAPI", dependencies: ["AtomicFiles", "CoreModels", "Localization", "Presenting"]),
        .target(name: "FeedContract", dependencies: ["CoreModels"]),
        .target(
            name: "FeedClient",
            dependencies: [
                "AtomicFiles", "CoreModels", "FeedAPI", "FeedContract", "HTTPTypes", "Localization", "Locking",
                "PluginKit", "Presenting", cryptography, secureStorage, transport,
            ]),
        .target(
            name: "FeedServiceAPI",
            dependencies: [
                "CoreModels", "FeedAPI", "HTTPTypes", "Localization", "PluginKit", "Presenting", operating, serving,
                store,
            ]),
        .target(
            name: "FeedService",
            dependencies: [
                "AtomicFiles", "CoreModels", "FeedAPI", "FeedContract", "FeedServiceAPI", "HTTPTypes", "Localization",
                "Locking", "PluginKit", accounts, cryptography, operating, pictures, rateLimiting, serving, sessions,
                store,
                telemetry,
                dataFolder, configuration,
            ]),
        .target(name: "FeedPresentationAPI", dependencies: ["CoreModels", "Localization", console]),
        .target(name: "FeedDialogue", dependencies: ["CoreModels", "FeedAPI", "Localization"]),
        .target(
            name: "FeedPresentation",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedDialogue", "FeedPresentationAPI", "Localization", "PluginKit",
                "Presenting", console,
            ]),
        .target(name: "FeedScreensAPI", dependencies: ["CoreModels", "Localization", "PluginKit", screens]),
        .target(
            name: "FeedScreens",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedScreensAPI", "Localization", "PluginKit", "Presenting", accountsScreens,
                screens,
            ]),
        .target(name: "FeedTesting", dependencies: ["AtomicFiles", "CoreModels", "FeedAPI", "Locking"]),
        .target(
            name: "FeedServiceTesting",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedService", "FeedServiceAPI", "KernelTesting", "PluginKit", accounts,
                cryptography,
                cryptographyTesting, pictures, picturesTesting, rateLimiting, rateLimitingTesting, serving,
                sessionsTesting, store, telemetry, telemetryTesting, dataFolder, configuration, configurationTesting,
            ]),
        // A program that the tests run and kill.
        .executableTarget(
            name: "FeedCacheHammer",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedClient", "PluginKit", cryptography, transport,
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
            ],
            path: "Tests/Support/FeedCacheHammer"),
        // A program whose memory the tests measure.
        .executableTarget(
            name: "FeedScroller",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedClient", "PluginKit", cryptography, transport,
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
                .product(name: "HTTPTransportCurl", package: "HTTPTransport"),
            ],
            path: "Tests/Support/FeedScroller"),
        .target(
            name: "FeedFuzzing", dependencies: ["CoreModels", "FeedContract", "KernelTesting"],
            path: "Tests/FeedFuzzing", exclude: ["Corpus"]),
        .target(
            name: "FeedOperations",
            dependencies: [
                "CoreModels", "FeedPresentationAPI", "FeedService", "FeedServiceAPI", "Localization", "PluginKit",
                accounts, console, operating, store,
            ]),
        .testTarget(
            name: "FeedAPITests",
            dependencies: ["FeedAPI", "FeedTesting", "KernelTesting", "Localization", "Presenting"]),
        .testTarget(
            name: "FeedContractTests",
            dependencies: ["FeedFuzzing", "CoreModels", "FeedContract", "FeedTesting", "KernelTesting"]),
        .testTarget(
            name: "FeedClientTests",
            dependencies: [
                "AtomicFiles", "CoreModels", "FeedAPI", "FeedCacheHammer", "FeedClient", "FeedScroller", "FeedTesting",
                "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting", cryptography,
                cryptographyTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "FeedDialogueTests",
            dependencies: ["CoreModels", "FeedAPI", "FeedDialogue", "FeedTesting", "KernelTesting", "Localization"]),
        .testTarget(
            name: "FeedPresentationTests",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedPresentation", "FeedPresentationAPI", "FeedTesting", "KernelTesting",
                "Localization", "Locking", "PluginKit", "Presenting", console, consoleTesting,
            ]),
        .testTarget(
            name: "FeedScreensTests",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedContract", "FeedScreens", "FeedScreensAPI", "FeedTesting",
                "KernelTesting", "Localization", "PluginKit", "Presenting", screens, screensTesting,
            ]),
        .testTarget(
            name: "FeedServiceTests",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedServiceAPI", "FeedServiceTesting", "FeedTesting", "HTTPTypes",
                "KernelTesting", "Locking", "PluginKit", accounts, cryptography, cryptographyTesting, pictures,
                picturesTesting, servingRouting, serving, servingTesting, sessions, sessionsTesting, store,
                storeTesting,
            ]),
        .testTarget(
            name: "FeedSliceTests",
            dependencies: [
                "CoreModels", "FeedAPI", "FeedClient", "FeedServiceAPI", "FeedServiceTesting", "FeedTesting",
                "HTTPTypes", "KernelTesting", "Localization", "PluginKit", cryptography, cryptographyTesting, pictures,
                picturesTesting,
                servingRouting, servingLoopback, servingTesting, sessions, sessionsTesting, transport,
            ]),
        .testTarget(
            name: "FeedOperationsTests",
            dependencies: [
                "CoreModels", "FeedOperations", "FeedService", "KernelTesting", "PluginKit", accounts, console,
                consoleTesting, operating, operatingTesting, store,
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
