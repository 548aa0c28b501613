// swift-tools-version: 6.2
import PackageDescription

let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let login = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let loginAPI = Target.Dependency.product(name: "LoginAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsPresentation = Target.Dependency.product(name: "SessionsPresentationAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let loginService = Target.Dependency.product(name: "LoginService", package: "Login")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "PasswordChange",
    products: [
        .library(name: "PasswordChangeAPI", targets: ["PasswordChangeAPI"]),
        .library(name: "PasswordChangeClient", targets: ["PasswordChangeClient"]),
        .library(name: "PasswordChangePresentation", targets: ["PasswordChangePresentation"]),
        .library(name: "PasswordChangeScreens", targets: ["PasswordChangeScreens"]),
        .library(name: "PasswordChangeService", targets: ["PasswordChangeService"]),
        .library(name: "PasswordChangeTesting", targets: ["PasswordChangeTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
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
        .package(path: "../Accounts"),
        .package(path: "../Login"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "PasswordChangeAPI", dependencies: ["CoreModels", "Localization", "Presenting"]),
        .target(name: "PasswordChangeContract", dependencies: ["CoreModels"]),
        .target(
            name: "PasswordChangeClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasswordChangeAPI", "PasswordChangeContract",
                "PasswordQuality", "PluginKit", "Presenting", loginAPI, secureStorage, sessions, transport,
            ]),
        .target(
            name: "PasswordChangeService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasswordChangeContract", "PasswordQuality", "PluginKit",
                "Presenting",
                accounts, login, mail, rateLimiting, serving, sessionsService, store, telemetry,
            ]),
        .target(
            name: "PasswordChangePresentation",
            dependencies: [
                "CoreModels", "Localization", "PasswordChangeAPI", "PasswordQuality", "PluginKit", console, sessions,
                sessionsPresentation,
            ]),
        .target(name: "PasswordChangeTesting", dependencies: ["CoreModels", "Locking", "PasswordChangeAPI"]),
        .target(
            name: "PasswordChangeScreens",
            dependencies: [
                "CoreModels", "Localization", "PasswordChangeAPI", "PasswordQuality", "PluginKit", "Presenting",
                screens, sessions,
            ]),
        .testTarget(
            name: "PasswordChangeScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PasswordChangeAPI", "PasswordChangeScreens",
                "PasswordChangeTesting",
                "PluginKit", "Presenting", screens, screensTesting, sessions, sessionsTesting,
            ]),
        .testTarget(
            name: "PasswordChangeContractTests",
            dependencies: ["CoreModels", "KernelTesting", "PasswordChangeContract"]),
        .testTarget(
            name: "PasswordChangeClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordChangeAPI",
                "PasswordChangeClient", "PluginKit", "Presenting", loginAPI, secureStorage, sessions, sessionsTesting,
                transport, transportTesting,
            ]),
        .testTarget(
            name: "PasswordChangeServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "PasswordChangeService", "PluginKit", accounts,
                accountsTesting, cryptography, cryptographyTesting, login, loginService, mail, mailTesting,
                rateLimitingTesting, serverKeysTesting, serving, servingRouting, servingTesting, sessionsService,
                sessionsServiceTesting, store, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "PasswordChangePresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PasswordChangeAPI", "PasswordChangePresentation",
                "PasswordChangeTesting", "PluginKit", "Presenting", console, consoleTesting, sessions, sessionsTesting,
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
