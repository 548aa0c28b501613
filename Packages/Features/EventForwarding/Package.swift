// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let secureDelivery = Target.Dependency.product(name: "SecureDeliveryAPI", package: "SecureDelivery")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let configurationSources = Target.Dependency.product(name: "ConfigurationSources", package: "Configuration")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let secureDeliveryCurl = Target.Dependency.product(name: "SecureDeliveryCurl", package: "SecureDelivery")
let secureDeliveryTesting = Target.Dependency.product(name: "SecureDeliveryTesting", package: "SecureDelivery")
let securityMetricsService = Target.Dependency.product(name: "SecurityMetricsService", package: "SecurityMetrics")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportCurl = Target.Dependency.product(name: "HTTPTransportCurl", package: "HTTPTransport")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "EventForwarding",
    products: [.library(name: "EventForwardingService", targets: ["EventForwardingService"])],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/SecureDelivery"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "EventForwardingService",
            dependencies: [
                "AtomicFiles", "CoreModels", "HTTPTypes", "Localization", "PluginKit", configuration, cryptography,
                secureDelivery, securityMetrics, telemetry, transport,
            ]),
        .testTarget(
            name: "EventForwardingServiceTests",
            dependencies: [
                "CoreModels", "EventForwardingService", "HTTPTypes", "KernelTesting", "Localization", "Locking",
                "PluginKit",
                accountsServiceTesting, configuration, configurationSources, cryptography, cryptographyTesting,
                secureDelivery, secureDeliveryCurl, secureDeliveryTesting, securityMetrics, securityMetricsService,
                serverKeysTesting, sessionsServiceTesting, store, telemetry,
                telemetryTesting, transport, transportCurl, transportTesting,
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
