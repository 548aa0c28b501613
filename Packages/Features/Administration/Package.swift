// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let feed = Target.Dependency.product(name: "FeedAPI", package: "Feed")
let feedService = Target.Dependency.product(name: "FeedServiceAPI", package: "Feed")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let registrationService = Target.Dependency.product(name: "RegistrationServiceAPI", package: "Registration")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsAPI", package: "SecurityMetrics")
let securityMetricsService = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let securityMetricsTesting = Target.Dependency.product(
    name: "SecurityMetricsServiceTesting", package: "SecurityMetrics")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Administration",
    products: [
        .library(name: "AdministrationAPI", targets: ["AdministrationAPI"]),
        .library(name: "AdministrationClient", targets: ["AdministrationClient"]),
        .library(name: "AdministrationOperations", targets: ["AdministrationOperations"]),
        .library(name: "AdministrationScreens", targets: ["AdministrationScreens"]),
        .library(name: "AdministrationService", targets: ["AdministrationService"]),
        .library(name: "AdministrationTesting", targets: ["AdministrationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Accounts"),
        .package(path: "../Feed"),
        .package(path: "../Registration"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "AdministrationAPI",
            dependencies: ["CoreModels", "Localization", "Presenting", feed, securityMetrics]),
        .target(name: "AdministrationContract", dependencies: ["CoreModels"]),
        .target(
            name: "AdministrationClient",
            dependencies: [
                "AdministrationAPI", "AdministrationContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                "Presenting", transport,
            ]),
        .target(
            name: "AdministrationService",
            dependencies: [
                "AdministrationAPI", "AdministrationContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                accountsService, cryptography, feed, feedService, operating, registrationService, securityMetrics,
                securityMetricsService, serving, sessionsService, store, telemetry,
            ]),
        .target(
            name: "AdministrationOperations",
            dependencies: [
                "AdministrationService", "CoreModels", "Localization", "PluginKit", accountsService, configuration,
                console, cryptography, operating, serving, store,
            ]),
        .target(
            name: "AdministrationScreens",
            dependencies: [
                "AdministrationAPI", "CoreModels", "Localization", "PluginKit", "Presenting", feed, screens,
                securityMetrics,
            ]),
        .target(
            name: "AdministrationTesting",
            dependencies: ["AdministrationAPI", "CoreModels", "Localization", "Locking", feed, securityMetrics]),
        .testTarget(
            name: "AdministrationClientTests",
            dependencies: [
                "AdministrationAPI", "AdministrationClient", "CoreModels", "HTTPTypes", "KernelTesting", "PluginKit",
                transport, transportTesting,
            ]),
        .testTarget(
            name: "AdministrationServiceTests",
            dependencies: [
                "AdministrationAPI", "AdministrationService", "CoreModels", "HTTPTypes", "KernelTesting", "Locking",
                "PluginKit",
                accountsService, cryptography, cryptographyTesting, securityMetrics,
                securityMetricsService, securityMetricsTesting, serving, servingTesting, sessionsService,
                sessionsTesting, store, storeTesting, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "AdministrationOperationsTests",
            dependencies: [
                "AdministrationOperations", "AdministrationService", "CoreModels", "KernelTesting", "PluginKit",
                accountsService, console, consoleTesting, operating, operatingTesting, store,
            ]),
        .testTarget(
            name: "AdministrationScreensTests",
            dependencies: [
                "AdministrationAPI", "AdministrationScreens", "AdministrationTesting", "CoreModels", "KernelTesting",
                "Localization", "Locking", "PluginKit", "Presenting", screens, screensTesting, securityMetrics,
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
