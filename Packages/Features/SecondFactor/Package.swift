// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let loginScreens = Target.Dependency.product(name: "LoginScreensAPI", package: "Login")
let loginService = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessionsPresentation = Target.Dependency.product(name: "SessionsPresentationAPI", package: "Sessions")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "SecondFactor",
    products: [
        .library(name: "SecondFactorAPI", targets: ["SecondFactorAPI"]),
        .library(name: "SecondFactorClient", targets: ["SecondFactorClient"]),
        .library(name: "SecondFactorOperations", targets: ["SecondFactorOperations"]),
        .library(name: "SecondFactorPresentation", targets: ["SecondFactorPresentation"]),
        .library(name: "SecondFactorScreens", targets: ["SecondFactorScreens"]),
        .library(name: "SecondFactorService", targets: ["SecondFactorService"]),
        .library(name: "SecondFactorServiceAPI", targets: ["SecondFactorServiceAPI"]),
        .library(name: "SecondFactorTesting", targets: ["SecondFactorTesting"]),
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
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/QRCodes"),
        .package(path: "../Accounts"),
        .package(path: "../Login"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "SecondFactorAPI", dependencies: ["CoreModels", "Localization", "Presenting"]),
        .target(name: "SecondFactorContract", dependencies: ["CoreModels"]),
        .target(
            name: "SecondFactorClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit", "Presenting", "SecondFactorAPI",
                "SecondFactorContract", sessions, transport,
            ]),
        .target(name: "SecondFactorDialogue", dependencies: ["Localization", "SecondFactorAPI"]),
        .target(
            name: "SecondFactorPresentation",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "QRCodes", "SecondFactorAPI",
                "SecondFactorDialogue", console, sessions, sessionsPresentation,
            ]),
        .target(
            name: "SecondFactorScreens",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "QRCodes", "SecondFactorAPI",
                "SecondFactorDialogue", loginScreens, screens,
            ]),
        .target(name: "SecondFactorTesting", dependencies: ["CoreModels", "Locking", "SecondFactorAPI", sessions]),
        .target(
            name: "SecondFactorServiceAPI", dependencies: ["CoreModels", "PluginKit", cryptography, serverKeys, store]),
        .target(
            name: "SecondFactorService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit", "Presenting", "SecondFactorContract",
                "SecondFactorServiceAPI", accountsService, configuration, cryptography, loginService, mail,
                rateLimiting, serverKeys, serving,
                sessionsService,
                store, telemetry,
            ]),
        .target(
            name: "SecondFactorOperations",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "SecondFactorService", accountsService, console, operating,
                store,
            ]),
        .testTarget(
            name: "SecondFactorClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "PluginKit", "SecondFactorAPI", "SecondFactorClient",
                "SecondFactorContract", sessions, transport, transportTesting,
            ]),
        .testTarget(
            name: "SecondFactorOperationsTests",
            dependencies: [
                "CoreModels", "KernelTesting", "PluginKit", "SecondFactorOperations", "SecondFactorService", console,
                consoleTesting, operating, operatingTesting, store,
            ]),
        .testTarget(
            name: "SecondFactorPresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PluginKit", "Presenting", "SecondFactorAPI",
                "SecondFactorPresentation", "SecondFactorTesting", console, consoleTesting,
            ]),
        .testTarget(
            name: "SecondFactorScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "PluginKit", "Presenting", "SecondFactorAPI", "SecondFactorScreens",
                "SecondFactorTesting", screens, screensTesting,
            ]),
        .testTarget(
            name: "SecondFactorServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit",
                "SecondFactorContract",
                "SecondFactorService", accountsService,
                accountsServiceTesting, cryptography, cryptographyTesting, loginService, mail, mailTesting,
                rateLimiting,
                rateLimitingTesting, serverKeysTesting, serving, servingRouting, servingTesting, sessionsService,
                sessionsServiceTesting, store, storeTesting, telemetry, telemetryTesting,
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
