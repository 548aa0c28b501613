// swift-tools-version: 6.2
import PackageDescription

let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let feed = Target.Dependency.product(name: "FeedServiceAPI", package: "Feed")
let feedPresentation = Target.Dependency.product(name: "FeedPresentationAPI", package: "Feed")
let queue = Target.Dependency.product(name: "OfflineQueueAPI", package: "OfflineQueue")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let feedScreens = Target.Dependency.product(name: "FeedScreensAPI", package: "Feed")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let deviceSessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let feedTesting = Target.Dependency.product(name: "FeedTesting", package: "Feed")
let feedServiceTesting = Target.Dependency.product(name: "FeedServiceTesting", package: "Feed")
let deviceSessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let queueTesting = Target.Dependency.product(name: "OfflineQueueTesting", package: "OfflineQueue")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Comments",
    products: [
        .library(name: "CommentsAPI", targets: ["CommentsAPI"]),
        .library(name: "CommentsClient", targets: ["CommentsClient"]),
        .library(name: "CommentsPresentation", targets: ["CommentsPresentation"]),
        .library(name: "CommentsScreens", targets: ["CommentsScreens"]),
        .library(name: "CommentsService", targets: ["CommentsService"]),
        .library(name: "CommentsServiceAPI", targets: ["CommentsServiceAPI"]),
        .library(name: "CommentsServiceTesting", targets: ["CommentsServiceTesting"]),
        .library(name: "CommentsTesting", targets: ["CommentsTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/RateLimiting"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Accounts"),
        .package(path: "../Feed"),
        .package(path: "../OfflineQueue"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "CommentsAPI", dependencies: ["AtomicFiles", "CoreModels", "Localization", "Presenting"]),
        .target(name: "CommentsContract", dependencies: ["CoreModels"]),
        .target(
            name: "CommentsClient",
            dependencies: [
                "AtomicFiles", "CommentsAPI", "CommentsContract", "CoreModels", "HTTPTypes", "Localization",
                "Locking", "PluginKit", "Presenting", deviceSessions, queue, secureStorage, transport,
            ]),
        .target(name: "CommentsServiceAPI", dependencies: ["CoreModels"]),
        .target(
            name: "CommentsService",
            dependencies: [
                "CommentsAPI", "CommentsContract", "CommentsServiceAPI", "CoreModels", "HTTPTypes", "Localization",
                "Locking", "PluginKit", accounts, feed, rateLimiting, serving, sessions, store, configuration,
            ]),
        .target(
            name: "CommentsPresentation",
            dependencies: ["CommentsAPI", "CoreModels", "Localization", "PluginKit", console, feedPresentation]),
        .target(
            name: "CommentsScreens",
            dependencies: [
                "CommentsAPI", "CoreModels", "Localization", "PluginKit", "Presenting", accountsScreens, feedScreens,
                screens,
            ]),
        .target(name: "CommentsTesting", dependencies: ["CommentsAPI", "CoreModels", "Localization", "Locking"]),
        .target(
            name: "CommentsServiceTesting",
            dependencies: [
                "CommentsAPI", "CommentsService", "CommentsServiceAPI", "CoreModels", "KernelTesting", "Locking",
                "PluginKit", accounts, accountsTesting, feed, feedServiceTesting, rateLimiting, rateLimitingTesting,
                serving, sessions,
                sessionsTesting, configuration, configurationTesting,
            ]),
        .testTarget(name: "CommentsAPITests", dependencies: ["CommentsAPI", "KernelTesting", "Localization"]),
        .testTarget(name: "CommentsContractTests", dependencies: ["CommentsContract", "CoreModels", "KernelTesting"]),
        .testTarget(
            name: "CommentsClientTests",
            dependencies: [
                "CommentsAPI", "CommentsClient", "CoreModels", "HTTPTypes", "KernelTesting", "Localization",
                "PluginKit", "Presenting", deviceSessions, deviceSessionsTesting, queue, queueTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "CommentsPresentationTests",
            dependencies: [
                "CommentsAPI", "CommentsPresentation", "CommentsTesting", "CoreModels", "KernelTesting", "Localization",
                "PluginKit", "Presenting", console, consoleTesting,
            ]),
        .testTarget(
            name: "CommentsScreensTests",
            dependencies: [
                "CommentsAPI", "CommentsScreens", "CommentsTesting", "CoreModels", "KernelTesting", "Localization",
                "Locking", "PluginKit", "Presenting", feedScreens, screens, screensTesting,
            ]),
        .testTarget(
            name: "CommentsServiceTests",
            dependencies: [
                "CommentsAPI", "CommentsServiceAPI", "CommentsServiceTesting", "CoreModels", "HTTPTypes",
                "KernelTesting", "Localization", "PluginKit", accounts, accountsTesting, feed, feedServiceTesting,
                feedTesting, serving,
                servingRouting,
                servingTesting, sessions, sessionsTesting, store, storeTesting,
            ]),
        .testTarget(
            name: "CommentsSliceTests",
            dependencies: [
                "CommentsAPI", "CommentsClient", "CommentsServiceTesting", "CoreModels", "HTTPTypes", "KernelTesting",
                "PluginKit", accountsTesting, feed, feedServiceTesting, feedTesting, servingRouting, servingLoopback,
                servingTesting,
                transport,
                transportTesting,
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
