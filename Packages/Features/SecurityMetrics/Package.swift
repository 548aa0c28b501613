// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let captchaService = Target.Dependency.product(name: "CaptchaServiceAPI", package: "Captcha")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationSources = Target.Dependency.product(name: "ConfigurationSources", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginService = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")

let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "SecurityMetrics",
    products: [
        .library(name: "SecurityMetricsAPI", targets: ["SecurityMetricsAPI"]),
        .library(name: "SecurityMetricsClient", targets: ["SecurityMetricsClient"]),
        .library(name: "SecurityMetricsOperations", targets: ["SecurityMetricsOperations"]),
        .library(name: "SecurityMetricsPresentation", targets: ["SecurityMetricsPresentation"]),
        .library(name: "SecurityMetricsService", targets: ["SecurityMetricsService"]),
        .library(name: "SecurityMetricsServiceAPI", targets: ["SecurityMetricsServiceAPI"]),
        .library(name: "SecurityMetricsServiceTesting", targets: ["SecurityMetricsServiceTesting"]),
        .library(name: "SecurityMetricsTesting", targets: ["SecurityMetricsTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/ServerKeys"),
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
        .package(path: "../Captcha"),
        .package(path: "../Login"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "SecurityMetricsAPI", dependencies: ["CoreModels", "Localization", "Presenting"]),
        .target(name: "SecurityMetricsContract"),
        .target(
            name: "SecurityMetricsClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting", "SecurityMetricsAPI",
                "SecurityMetricsContract", cryptography, login, secureStorage, transport,
            ]),
        .target(
            name: "SecurityMetricsPresentation",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "PluginKit", "Presenting", "SecurityMetricsAPI", console,
            ]),
        .target(name: "SecurityMetricsTesting", dependencies: ["Locking", "SecurityMetricsAPI"]),
        .target(
            name: "SecurityMetricsServiceAPI",
            dependencies: ["CoreModels", "Localization", "PluginKit", operating, serving, store]),
        .target(
            name: "SecurityMetricsService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting",
                "SecurityMetricsAPI", "SecurityMetricsContract", "SecurityMetricsServiceAPI", accountsService,
                captchaService, configuration, cryptography, loginService, mail, operating, serverKeys, serving,
                sessionsService, store,
                telemetry,
            ]),
        .target(
            name: "SecurityMetricsOperations",
            dependencies: [
                "AtomicFiles", "CoreModels", "Localization", "PluginKit", "SecurityMetricsAPI",
                "SecurityMetricsContract", "SecurityMetricsService", "SecurityMetricsServiceAPI", accountsService,
                console, cryptography,
                operating,
                store,
            ]),
        .target(
            name: "SecurityMetricsServiceTesting", dependencies: ["Locking", "SecurityMetricsServiceAPI", store]),
        .testTarget(
            name: "SecurityMetricsClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit",
                "SecurityMetricsAPI", "SecurityMetricsClient", "SecurityMetricsContract", cryptography,
                cryptographyTesting, login, secureStorage, secureStorageTesting, sessionsTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "SecurityMetricsPresentationTests",
            dependencies: [
                "KernelTesting", "Localization", "PluginKit", "SecurityMetricsAPI", "SecurityMetricsPresentation",
                "SecurityMetricsTesting", console, consoleTesting,
            ]),
        .testTarget(
            name: "SecurityMetricsServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit",
                "SecurityMetricsAPI", "SecurityMetricsContract", "SecurityMetricsService", "SecurityMetricsServiceAPI",
                accountsService, accountsServiceTesting, captchaService, configuration, configurationSources,
                cryptography,
                cryptographyTesting, loginService, mail, mailTesting, operating, serverKeysTesting, serving,
                servingTesting,
                sessionsService, sessionsServiceTesting, store, storeTesting, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "SecurityMetricsOperationsTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PluginKit", "SecurityMetricsContract",
                "SecurityMetricsOperations", "SecurityMetricsService", "SecurityMetricsServiceAPI", console,
                consoleTesting, cryptography,
                cryptographyTesting, operating, operatingTesting, serverKeysTesting, store, storeTesting,
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
