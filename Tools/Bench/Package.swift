// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsService", package: "Accounts")
let accountsServiceAPI = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyOpenSSL = Target.Dependency.product(name: "CryptographyOpenSSL", package: "Cryptography")
let dataFolder = Target.Dependency.product(name: "DataFolderAPI", package: "DataFolder")
let feed = Target.Dependency.product(name: "FeedAPI", package: "Feed")
let feedClient = Target.Dependency.product(name: "FeedClient", package: "Feed")
let feedService = Target.Dependency.product(name: "FeedService", package: "Feed")
let idempotency = Target.Dependency.product(name: "IdempotencyServing", package: "Idempotency")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let passkeysService = Target.Dependency.product(name: "PasskeysService", package: "Passkeys")
let passkeysTesting = Target.Dependency.product(name: "PasskeysTesting", package: "Passkeys")
let pictures = Target.Dependency.product(name: "PicturesAPI", package: "Pictures")
let providersService = Target.Dependency.product(name: "ExternalProvidersService", package: "ExternalProviders")
let providersTesting = Target.Dependency.product(name: "ExternalProvidersTesting", package: "ExternalProviders")
let proofs = Target.Dependency.product(name: "ProofOfPossessionAPI", package: "ProofOfPossession")
let proofsClient = Target.Dependency.product(name: "ProofOfPossessionClient", package: "ProofOfPossession")
let proofsService = Target.Dependency.product(name: "ProofOfPossessionService", package: "ProofOfPossession")
let rateLimitingSQL = Target.Dependency.product(name: "RateLimitingSQL", package: "RateLimiting")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let secureStorageClient = Target.Dependency.product(name: "SecureStorageClient", package: "SecureStorage")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsService", package: "SecurityMetrics")
let securityMetricsAPI = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysFile = Target.Dependency.product(name: "ServerKeysFile", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsClient = Target.Dependency.product(name: "SessionsClient", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsService", package: "Sessions")
let sessionsServiceAPI = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeSQLite = Target.Dependency.product(name: "SQLStoreSQLite", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let tokenRefresh = Target.Dependency.product(name: "TokenRefreshClient", package: "TokenRefresh")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")
let transportCurl = Target.Dependency.product(name: "HTTPTransportCurl", package: "HTTPTransport")

let package = Package(
    name: "Bench",
    products: [.executable(name: "bench", targets: ["bench"])],
    dependencies: [
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/HTTPTypes"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Localization"),
        .package(path: "../../Packages/Kernel/Locking"),
        .package(path: "../../Packages/Kernel/PluginKit"),
        .package(path: "../../Packages/Infrastructure/Configuration"),
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/DataFolder"),
        .package(path: "../../Packages/Infrastructure/HTTPServing"),
        .package(path: "../../Packages/Infrastructure/HTTPTransport"),
        .package(path: "../../Packages/Infrastructure/Idempotency"),
        .package(path: "../../Packages/Infrastructure/Mail"),
        .package(path: "../../Packages/Infrastructure/Pictures"),
        .package(path: "../../Packages/Infrastructure/RateLimiting"),
        .package(path: "../../Packages/Infrastructure/SQLStore"),
        .package(path: "../../Packages/Infrastructure/ServerKeys"),
        .package(path: "../../Packages/Infrastructure/Telemetry"),
        .package(path: "../../Packages/Features/Accounts"),
        .package(path: "../../Packages/Features/ExternalProviders"),
        .package(path: "../../Packages/Features/Feed"),
        .package(path: "../../Packages/Features/Passkeys"),
        .package(path: "../../Packages/Features/ProofOfPossession"),
        .package(path: "../../Packages/Features/SecureStorage"),
        .package(path: "../../Packages/Features/SecurityMetrics"),
        .package(path: "../../Packages/Features/Sessions"),
        .package(path: "../../Packages/Features/TokenRefresh"),
    ],
    targets: [
        .target(name: "BenchKit"),
        // The limit: the same work in C over the same libraries.
        .target(
            name: "CNeighbours", publicHeadersPath: "include",
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [
                .linkedLibrary("crypto"), .linkedLibrary("curl"), .linkedLibrary("microhttpd"),
                .linkedLibrary("sqlite3"),
            ]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "BenchKit", "CNeighbours", "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit",
                accountsService,
                accountsServiceAPI, configuration, configurationTesting, cryptography, cryptographyOpenSSL, dataFolder,
                feed, feedClient,
                feedService, idempotency, mail, passkeysService, passkeysTesting, pictures, proofs, proofsClient,
                proofsService, providersService, providersTesting, rateLimitingSQL,
                secureStorage, secureStorageClient, securityMetrics, securityMetricsAPI, serverKeys, serverKeysFile,
                serving, servingRouting, sessions, sessionsClient,
                sessionsService, sessionsServiceAPI, store, storeSQLite, telemetry, tokenRefresh, transport,
                transportCurl,
            ]),
        .testTarget(name: "BenchKitTests", dependencies: ["BenchKit", "KernelTesting"]),
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
