// swift-tools-version: 6.2
import PackageDescription

let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginScreens = Target.Dependency.product(name: "LoginScreensAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let securityMetricsTesting = Target.Dependency.product(
    name: "SecurityMetricsServiceTesting", package: "SecurityMetrics")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "ExternalProviders",
    products: [
        .library(name: "ExternalProvidersAPI", targets: ["ExternalProvidersAPI"]),
        .library(name: "ExternalProvidersClient", targets: ["ExternalProvidersClient"]),
        .library(name: "ExternalProvidersScreens", targets: ["ExternalProvidersScreens"]),
        .library(name: "ExternalProvidersService", targets: ["ExternalProvidersService"]),
        .library(name: "ExternalProvidersTesting", targets: ["ExternalProvidersTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
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
        .package(path: "../Login"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "ExternalProvidersAPI", dependencies: ["CoreModels", "Localization", "Presenting", login]),
        .target(name: "ExternalProvidersContract", dependencies: ["CoreModels"]),
        .target(
            name: "ExternalProvidersClient",
            dependencies: [
                "CoreModels", "ExternalProvidersAPI", "ExternalProvidersContract", "HTTPTypes", "Localization",
                "PluginKit", "Presenting", login, sessions, transport,
            ]),
        .target(
            name: "ExternalProvidersScreens",
            dependencies: [
                "CoreModels", "ExternalProvidersAPI", "Localization", "PluginKit", "Presenting", accountsScreens,
                loginScreens, screens,
            ]),
        .target(
            name: "ExternalProvidersService",
            dependencies: [
                "AtomicFiles", "CoreModels", "ExternalProvidersContract", "HTTPTypes", "Localization", "PluginKit",
                "Presenting", accountsService, configuration, cryptography, mail, securityMetrics, serving,
                sessionsService, store, telemetry, transport,
            ]),
        .target(
            name: "ExternalProvidersTesting",
            dependencies: [
                "CoreModels", "HTTPTypes", "Locking", cryptography, cryptographyTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "ExternalProvidersClientTests",
            dependencies: [
                "CoreModels", "ExternalProvidersAPI", "ExternalProvidersClient", "ExternalProvidersContract",
                "HTTPTypes", "KernelTesting", "PluginKit", login, sessions, sessionsTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "ExternalProvidersScreensTests",
            dependencies: [
                "CoreModels", "ExternalProvidersAPI", "ExternalProvidersScreens", "KernelTesting", "Localization",
                "Locking",
                "PluginKit", "Presenting", login, loginScreens, screens, screensTesting,
            ]),
        .testTarget(
            name: "ExternalProvidersServiceTests",
            dependencies: [
                "CoreModels", "ExternalProvidersContract", "ExternalProvidersService", "ExternalProvidersTesting",
                "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting", accountsService,
                accountsServiceTesting, configuration,
                configurationTesting, cryptography, cryptographyTesting, mail, mailTesting, securityMetrics,
                securityMetricsTesting, serving,
                servingRouting,
                servingTesting,
                sessionsService, sessionsServiceTesting, store, telemetry, telemetryTesting, transport,
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
