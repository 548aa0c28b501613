// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let passwordLists = Target.Dependency.product(name: "PasswordQualityLists", package: "PasswordQuality")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsPresentation = Target.Dependency.product(name: "SessionsPresentationAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "Accounts",
    products: [
        .library(name: "AccountsAPI", targets: ["AccountsAPI"]),
        .library(name: "AccountsServiceAPI", targets: ["AccountsServiceAPI"]),
        .library(name: "AccountsClient", targets: ["AccountsClient"]),
        .library(name: "AccountsOperations", targets: ["AccountsOperations"]),
        .library(name: "AccountsScreensAPI", targets: ["AccountsScreensAPI"]),
        .library(name: "AccountsService", targets: ["AccountsService"]),
        .library(name: "AccountsPresentation", targets: ["AccountsPresentation"]),
        .library(name: "AccountsScreens", targets: ["AccountsScreens"]),
        .library(name: "AccountsTesting", targets: ["AccountsTesting"]),
        .library(name: "AccountsServiceTesting", targets: ["AccountsServiceTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/RateLimiting"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PasswordQuality"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "AccountsAPI", dependencies: ["CoreModels", "Localization", "Presenting"]),
        .target(
            name: "AccountsServiceAPI",
            dependencies: ["CoreModels", "PluginKit", "Presenting", cryptography, serverKeys, serving, store]),
        .target(
            name: "AccountsScreensAPI",
            dependencies: ["AccountsAPI", "CoreModels", "Localization", "PasswordQuality", "Presenting", screens]),
        .target(name: "AccountsContract"),
        .target(
            name: "AccountsClient",
            dependencies: [
                "AccountsAPI", "AccountsContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit", "Presenting",
                sessions, transport,
            ]),
        .target(
            name: "AccountsService",
            dependencies: [
                "AccountsContract", "AccountsServiceAPI", "CoreModels", "HTTPTypes", "Localization", "Locking",
                "PasswordQuality", "PluginKit", "Presenting", configuration, cryptography, mail, passwordLists,
                rateLimiting, serverKeys, serving, sessionsService, store, telemetry,
            ]),
        .target(
            name: "AccountsOperations",
            dependencies: [
                "AccountsService", "AccountsServiceAPI", "CoreModels", "Localization", "PluginKit", configuration,
                console, cryptography, operating, passwordLists, sessionsService, store,
            ]),
        .target(
            name: "AccountsPresentation",
            dependencies: [
                "AccountsAPI", "CoreModels", "Localization", "PluginKit", "Presenting", console, sessions,
                sessionsPresentation,
            ]),
        .target(name: "AccountsTesting", dependencies: ["AccountsAPI", "CoreModels", "Locking"]),
        .target(
            name: "AccountsServiceTesting",
            dependencies: [
                "AccountsService", "AccountsServiceAPI", "KernelTesting", "Locking", "PluginKit", cryptography,
                cryptographyTesting, serverKeys, serverKeysTesting, serving, sessionsService, sessionsServiceTesting,
                store, storeTesting, telemetry,
            ]),
        .target(
            name: "AccountsScreens",
            dependencies: [
                "AccountsAPI", "AccountsScreensAPI", "CoreModels", "Localization", "PluginKit", "Presenting", screens,
            ]),
        .testTarget(
            name: "AccountsScreensTests",
            dependencies: [
                "AccountsAPI", "AccountsScreens", "AccountsScreensAPI", "AccountsTesting", "CoreModels",
                "KernelTesting",
                "Localization", "PluginKit", "Presenting", screens, screensTesting,
            ]),
        .testTarget(
            name: "AccountsOperationsTests",
            dependencies: [
                "AccountsOperations", "AccountsService", "AccountsServiceAPI", "CoreModels", "KernelTesting", "Locking",
                "PluginKit", console, consoleTesting, operating, operatingTesting, sessionsService, store,
            ]),
        .testTarget(name: "AccountsContractTests", dependencies: ["AccountsContract", "CoreModels"]),
        .testTarget(
            name: "AccountsServiceTests",
            dependencies: [
                "AccountsService", "AccountsServiceAPI", "AccountsServiceTesting", "CoreModels", "HTTPTypes",
                "KernelTesting", "Locking", "PluginKit", cryptography, cryptographyTesting, mail, mailTesting,
                rateLimiting,
                serverKeysTesting, serving, servingTesting, sessionsService, sessionsServiceTesting, store,
                storeTesting, telemetry,
                telemetryTesting,
            ]),
        .testTarget(
            name: "AccountsClientTests",
            dependencies: [
                "AccountsAPI", "AccountsClient", "CoreModels", "HTTPTypes", "KernelTesting", "Localization",
                "PluginKit", "Presenting", sessions, sessionsTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "AccountsPresentationTests",
            dependencies: [
                "AccountsAPI", "AccountsPresentation", "AccountsTesting", "CoreModels", "KernelTesting", "Localization",
                "PluginKit", "Presenting", console, secureStorage, sessions, sessionsTesting,
                .product(name: "ConsoleTesting", package: "Console"),
            ]),
        .testTarget(
            name: "AccountsSliceTests",
            dependencies: [
                "AccountsAPI", "AccountsClient", "AccountsServiceAPI", "AccountsServiceTesting", "CoreModels",
                "HTTPTypes", "KernelTesting", "PluginKit", serving, servingRouting, servingLoopback, servingTesting,
                sessions, sessionsService, sessionsServiceTesting, sessionsTesting, store, transport, transportTesting,
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
