// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let loginScreens = Target.Dependency.product(name: "LoginScreensAPI", package: "Login")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginPresentation = Target.Dependency.product(name: "LoginPresentationAPI", package: "Login")
let proofsService = Target.Dependency.product(name: "ProofOfPossessionServiceAPI", package: "ProofOfPossession")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let securityMetricsTesting = Target.Dependency.product(
    name: "SecurityMetricsServiceTesting", package: "SecurityMetrics")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let places = Target.Dependency.product(name: "PlacesAPI", package: "Places")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsScreens = Target.Dependency.product(name: "SessionsScreensAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "BrowserLogin",
    products: [
        .library(name: "BrowserLoginAPI", targets: ["BrowserLoginAPI"]),
        .library(name: "BrowserLoginAppScreens", targets: ["BrowserLoginAppScreens"]),
        .library(name: "BrowserLoginClient", targets: ["BrowserLoginClient"]),
        .library(name: "BrowserLoginPresentation", targets: ["BrowserLoginPresentation"]),
        .library(name: "BrowserLoginScreens", targets: ["BrowserLoginScreens"]),
        .library(name: "BrowserLoginService", targets: ["BrowserLoginService"]),
        .library(name: "BrowserLoginTesting", targets: ["BrowserLoginTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Places"),
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
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/QRCodes"),
        .package(path: "../Accounts"),
        .package(path: "../Login"),
        .package(path: "../ProofOfPossession"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "BrowserLoginAPI", dependencies: ["CoreModels", "Localization", "Presenting", sessions]),
        .target(name: "BrowserLoginContract", dependencies: ["CoreModels"]),
        .target(
            name: "BrowserLoginClient",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginContract", "CoreModels", "HTTPTypes", "Localization", "Locking",
                "PluginKit", "Presenting", cryptography, login, serving, sessions, transport,
            ]),
        .target(
            name: "BrowserLoginService",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                "Presenting", accountsService, cryptography, places, proofsService, rateLimiting, securityMetrics,
                serverKeys,
                serving, sessionsService, store, telemetry,
            ]),
        .target(
            name: "BrowserLoginPresentation",
            dependencies: [
                "BrowserLoginAPI", "CoreModels", "Localization", "PluginKit", "Presenting", "QRCodes", console, login,
                loginPresentation,
            ]),
        .target(
            name: "BrowserLoginScreens",
            dependencies: [
                "BrowserLoginAPI", "CoreModels", "Localization", "PluginKit", "Presenting", screens, sessions,
                sessionsScreens,
            ]),
        .target(
            name: "BrowserLoginAppScreens",
            dependencies: [
                "BrowserLoginAPI", "CoreModels", "Localization", "Locking", "PluginKit", "Presenting", login,
                loginScreens, screens, sessions,
            ]),
        .target(
            name: "BrowserLoginTesting", dependencies: ["BrowserLoginAPI", "CoreModels", "Locking"]),
        .testTarget(
            name: "BrowserLoginAPITests",
            dependencies: ["BrowserLoginAPI", "BrowserLoginTesting", "CoreModels", "KernelTesting", "Localization"]),
        .testTarget(
            name: "BrowserLoginClientTests",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginClient", "BrowserLoginContract", "CoreModels", "HTTPTypes",
                "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting", cryptography,
                cryptographyTesting, serving, servingTesting, sessions, sessionsTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "BrowserLoginServiceTests",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginContract", "BrowserLoginService", "CoreModels", "HTTPTypes",
                "KernelTesting", "Locking", "PluginKit", accountsService, accountsServiceTesting, cryptography,
                cryptographyTesting, proofsService, rateLimitingTesting, securityMetrics, securityMetricsTesting,
                serverKeysTesting,
                serving,
                servingRouting, servingTesting, sessionsService, sessionsServiceTesting, store, telemetryTesting,
            ]),
        .testTarget(
            name: "BrowserLoginPresentationTests",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginPresentation", "BrowserLoginTesting", "CoreModels", "KernelTesting",
                "Localization", "PluginKit", "QRCodes", console, consoleTesting, loginPresentation,
            ]),
        .testTarget(
            name: "BrowserLoginScreensTests",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginScreens", "BrowserLoginTesting", "CoreModels", "KernelTesting",
                "PluginKit", "Presenting", screens, screensTesting, sessionsScreens,
            ]),
        .testTarget(
            name: "BrowserLoginAppScreensTests",
            dependencies: [
                "BrowserLoginAPI", "BrowserLoginAppScreens", "BrowserLoginTesting", "CoreModels", "KernelTesting",
                "Localization", "Locking", "PluginKit", "Presenting", login, loginScreens, screens, screensTesting,
                sessions,
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
