// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let queue = Target.Dependency.product(name: "OfflineQueueAPI", package: "OfflineQueue")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let captcha = Target.Dependency.product(name: "CaptchaAPI", package: "Captcha")
let captchaPresentation = Target.Dependency.product(name: "CaptchaPresentationAPI", package: "Captcha")
let captchaService = Target.Dependency.product(name: "CaptchaServiceAPI", package: "Captcha")
let captchaServiceTesting = Target.Dependency.product(name: "CaptchaServiceTesting", package: "Captcha")
let captchaTesting = Target.Dependency.product(name: "CaptchaTesting", package: "Captcha")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let queueTesting = Target.Dependency.product(name: "OfflineQueueTesting", package: "OfflineQueue")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Login",
    products: [
        .library(name: "LoginAPI", targets: ["LoginAPI"]),
        .library(name: "LoginClient", targets: ["LoginClient"]),
        .library(name: "LoginPresentation", targets: ["LoginPresentation"]),
        .library(name: "LoginPresentationAPI", targets: ["LoginPresentationAPI"]),
        .library(name: "LoginScreens", targets: ["LoginScreens"]),
        .library(name: "LoginScreensAPI", targets: ["LoginScreensAPI"]),
        .library(name: "LoginService", targets: ["LoginService"]),
        .library(name: "LoginServiceAPI", targets: ["LoginServiceAPI"]),
        .library(name: "LoginTesting", targets: ["LoginTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
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
        .package(path: "../Accounts"),
        .package(path: "../Captcha"),
        .package(path: "../OfflineQueue"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "LoginAPI",
            dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting", captcha, sessions]),
        .target(name: "LoginContract", dependencies: ["CoreModels"]),
        .target(
            name: "LoginClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "LoginAPI", "LoginContract", "PluginKit",
                "Presenting",
                captcha, queue, secureStorage, sessions, transport,
            ]),
        .target(
            name: "LoginServiceAPI",
            dependencies: [
                "CoreModels", "PluginKit", accountsService, rateLimiting, serving, sessionsService, store,
            ]),
        .target(
            name: "LoginService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "LoginContract", "LoginServiceAPI", "PluginKit",
                "Presenting",
                accountsService, captchaService, cryptography, rateLimiting, serverKeys, serving, sessionsService,
                store, telemetry, configuration,
            ]),
        .target(
            name: "LoginPresentation",
            dependencies: [
                "CoreModels", "Localization", "LoginAPI", "LoginPresentationAPI", "PluginKit", "Presenting", captcha,
                captchaPresentation, console,
            ]),
        .target(name: "LoginPresentationAPI", dependencies: ["CoreModels", "Localization", console]),
        .target(
            name: "LoginScreens",
            dependencies: [
                "CoreModels", "Localization", "LoginAPI", "LoginScreensAPI", "PluginKit", "Presenting", captcha,
                screens, sessions,
            ]),
        .target(
            name: "LoginScreensAPI", dependencies: ["CoreModels", "Localization", "LoginAPI", "PluginKit", screens]),
        .target(name: "LoginTesting", dependencies: ["CoreModels", "Locking", "LoginAPI"]),
        .testTarget(
            name: "LoginScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "LoginAPI", "LoginScreens", "LoginScreensAPI",
                "LoginTesting",
                "PluginKit", "Presenting", captcha, screens, screensTesting, sessions,
            ]),
        .testTarget(
            name: "LoginContractTests", dependencies: ["CoreModels", "KernelTesting", "LoginContract"]),
        .testTarget(
            name: "LoginClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "LoginAPI", "LoginClient",
                "LoginTesting", "PluginKit", "Presenting", captcha, queue, queueTesting, secureStorage, sessions,
                sessionsTesting, transport, transportTesting,
                .product(name: "SecureStorageTesting", package: "SecureStorage"),
            ]),
        .testTarget(
            name: "LoginServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Locking", "LoginService", "LoginServiceAPI", "PluginKit",
                accountsService, accountsServiceTesting, captchaService, captchaServiceTesting, rateLimiting,
                rateLimitingTesting,
                serverKeys, serverKeysTesting, serving, servingRouting, servingTesting, sessionsService,
                sessionsServiceTesting, store, storeTesting, telemetry, telemetryTesting,
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
            ]),
        .testTarget(
            name: "LoginPresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Locking", "LoginAPI", "LoginPresentation",
                "LoginPresentationAPI", "LoginTesting", "PluginKit", "Presenting", captcha, captchaTesting, console,
                sessionsTesting,
                .product(name: "ConsoleTesting", package: "Console"),
            ]),
        .testTarget(
            name: "LoginSliceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "LoginAPI", "LoginClient", "LoginService", "LoginTesting",
                "PluginKit", accountsService, accountsServiceTesting, cryptography, rateLimitingTesting,
                secureStorage, serverKeysTesting, serving, servingRouting,
                servingLoopback, servingTesting, sessions, sessionsService, sessionsServiceTesting, telemetryTesting,
                transport, transportTesting,
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "SecureStorageTesting", package: "SecureStorage"),
                .product(name: "SessionsClient", package: "Sessions"),
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
