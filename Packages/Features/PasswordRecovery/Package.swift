// swift-tools-version: 6.2
import PackageDescription

let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let captcha = Target.Dependency.product(name: "CaptchaAPI", package: "Captcha")
let captchaPresentation = Target.Dependency.product(name: "CaptchaPresentationAPI", package: "Captcha")
let captchaService = Target.Dependency.product(name: "CaptchaServiceAPI", package: "Captcha")
let captchaServiceTesting = Target.Dependency.product(name: "CaptchaServiceTesting", package: "Captcha")
let captchaTesting = Target.Dependency.product(name: "CaptchaTesting", package: "Captcha")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let deferredWork = Target.Dependency.product(name: "DeferredWorkAPI", package: "DeferredWork")
let deferredWorkTesting = Target.Dependency.product(name: "DeferredWorkTesting", package: "DeferredWork")
let login = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let mailedProofs = Target.Dependency.product(name: "MailedProofsAPI", package: "MailedProofs")
let mailedProofsScreens = Target.Dependency.product(name: "MailedProofsScreensAPI", package: "MailedProofs")
let mailedProofsService = Target.Dependency.product(name: "MailedProofsServiceAPI", package: "MailedProofs")
let queue = Target.Dependency.product(name: "OfflineQueueAPI", package: "OfflineQueue")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let mailedProofsTesting = Target.Dependency.product(
    name: "MailedProofsServiceTesting", package: "MailedProofs")
let queueTesting = Target.Dependency.product(name: "OfflineQueueTesting", package: "OfflineQueue")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "PasswordRecovery",
    products: [
        .library(name: "PasswordRecoveryAPI", targets: ["PasswordRecoveryAPI"]),
        .library(name: "PasswordRecoveryClient", targets: ["PasswordRecoveryClient"]),
        .library(name: "PasswordRecoveryPresentation", targets: ["PasswordRecoveryPresentation"]),
        .library(name: "PasswordRecoveryScreens", targets: ["PasswordRecoveryScreens"]),
        .library(name: "PasswordRecoveryService", targets: ["PasswordRecoveryService"]),
        .library(name: "PasswordRecoveryTesting", targets: ["PasswordRecoveryTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/DeferredWork"),
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
        .package(path: "../Captcha"),
        .package(path: "../Login"),
        .package(path: "../MailedProofs"),
        .package(path: "../OfflineQueue"),
        .package(path: "../SecureStorage"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "PasswordRecoveryAPI",
            dependencies: ["CoreModels", "Localization", "Presenting", captcha, mailedProofs]),
        .target(
            name: "PasswordRecoveryScreens",
            dependencies: [
                "CoreModels", "Localization", "PasswordRecoveryAPI", "PluginKit", "Presenting", accountsScreens,
                captcha, mailedProofs, mailedProofsScreens, screens,
            ]),
        .target(name: "PasswordRecoveryContract", dependencies: ["CoreModels"]),
        .target(
            name: "PasswordRecoveryClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasswordQuality", "PasswordRecoveryAPI",
                "PasswordRecoveryContract", "PluginKit", "Presenting", captcha, mailedProofs, queue, secureStorage,
                sessions, transport,
            ]),
        .target(
            name: "PasswordRecoveryService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasswordQuality", "PasswordRecoveryAPI",
                "PasswordRecoveryContract", "PluginKit", "Presenting", accounts, captcha, captchaService, cryptography,
                deferredWork, login, mail, mailedProofs, mailedProofsService,
                rateLimiting, securityMetrics, serverKeys, serving, store, telemetry, configuration,
            ]),
        .target(
            name: "PasswordRecoveryPresentation",
            dependencies: [
                "CoreModels", "Localization", "PasswordQuality", "PasswordRecoveryAPI", "PluginKit", "Presenting",
                captcha, captchaPresentation, console, mailedProofs,
            ]),
        .target(name: "PasswordRecoveryTesting", dependencies: ["CoreModels", "Locking", "PasswordRecoveryAPI"]),
        .testTarget(
            name: "PasswordRecoveryContractTests",
            dependencies: ["CoreModels", "PasswordRecoveryContract"]),
        .testTarget(
            name: "PasswordRecoveryClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "PasswordRecoveryAPI",
                "PasswordRecoveryClient", "PluginKit", captcha, queue, queueTesting, sessions, sessionsTesting,
                transport,
                transportTesting,
            ]),
        .testTarget(
            name: "PasswordRecoveryServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordRecoveryAPI",
                "PasswordRecoveryScreens", "PasswordRecoveryService", "PasswordRecoveryTesting", "PluginKit",
                "Presenting", accounts, accountsScreens, accountsTesting, captcha, captchaService,
                captchaServiceTesting, cryptography, cryptographyTesting,
                deferredWork,
                deferredWorkTesting, login, mail, mailTesting, mailedProofs, mailedProofsService, mailedProofsTesting,
                rateLimiting, rateLimitingTesting, screens, screensTesting, serverKeysTesting, serving, servingRouting,
                servingTesting,
                sessionsService,
                sessionsServiceTesting, store, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "PasswordRecoveryPresentationTests",
            dependencies: [
                "KernelTesting", "Localization", "PasswordRecoveryAPI", "PasswordRecoveryPresentation",
                "PasswordRecoveryTesting", "PluginKit", "Presenting", captcha, captchaTesting, console, consoleTesting,
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
