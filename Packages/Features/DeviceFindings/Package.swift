// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let integrity = Target.Dependency.product(name: "DeviceIntegrityAPI", package: "DeviceIntegrity")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let securityMetricsTesting = Target.Dependency.product(
    name: "SecurityMetricsServiceTesting", package: "SecurityMetrics")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "DeviceFindings",
    products: [
        .library(name: "DeviceFindingsAPI", targets: ["DeviceFindingsAPI"]),
        .library(name: "DeviceFindingsClient", targets: ["DeviceFindingsClient"]),
        .library(name: "DeviceFindingsService", targets: ["DeviceFindingsService"]),
        .library(name: "DeviceFindingsTesting", targets: ["DeviceFindingsTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/DeviceIntegrity"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../SecureStorage"),
        .package(path: "../SecurityMetrics"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "DeviceFindingsAPI", dependencies: [integrity]),
        .target(name: "DeviceFindingsContract"),
        .target(
            name: "DeviceFindingsClient",
            dependencies: [
                "CoreModels", "DeviceFindingsAPI", "DeviceFindingsContract", "HTTPTypes", "Localization", "Locking",
                "PluginKit", integrity, secureStorage, sessions, telemetry, transport,
            ]),
        .target(
            name: "DeviceFindingsService",
            dependencies: [
                "CoreModels", "DeviceFindingsContract", "HTTPTypes", "Localization", "PluginKit", accountsService,
                integrity, securityMetrics, serving, sessionsService, store, telemetry,
            ]),
        .target(name: "DeviceFindingsTesting", dependencies: ["DeviceFindingsAPI", "Locking", integrity]),
        .testTarget(
            name: "DeviceFindingsClientTests",
            dependencies: [
                "CoreModels", "DeviceFindingsAPI", "DeviceFindingsClient", "DeviceFindingsContract", "HTTPTypes",
                "KernelTesting", "Locking", "PluginKit", integrity, secureStorage, secureStorageTesting, sessions,
                sessionsTesting, telemetryTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "DeviceFindingsServiceTests",
            dependencies: [
                "CoreModels", "DeviceFindingsContract", "DeviceFindingsService", "HTTPTypes", "KernelTesting",
                "PluginKit", integrity, securityMetrics, securityMetricsTesting, serving, servingRouting,
                servingTesting, sessionsService, sessionsServiceTesting, sessionsTesting, store, telemetry,
                telemetryTesting, accountsService,
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
