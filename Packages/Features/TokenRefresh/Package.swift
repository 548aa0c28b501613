// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let proofs = Target.Dependency.product(name: "ProofOfPossessionServiceAPI", package: "ProofOfPossession")
let proofsServiceTesting = Target.Dependency.product(
    name: "ProofOfPossessionServiceTesting", package: "ProofOfPossession")
let proofsTesting = Target.Dependency.product(name: "ProofOfPossessionTesting", package: "ProofOfPossession")
let proofsClient = Target.Dependency.product(name: "ProofOfPossessionAPI", package: "ProofOfPossession")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let secureStorageClient = Target.Dependency.product(name: "SecureStorageClient", package: "SecureStorage")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingMicroHTTPD = Target.Dependency.product(name: "HTTPServingMicroHTTPD", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsClient = Target.Dependency.product(name: "SessionsClient", package: "Sessions")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "TokenRefresh",
    products: [
        .library(name: "TokenRefreshClient", targets: ["TokenRefreshClient"]),
        .library(name: "TokenRefreshService", targets: ["TokenRefreshService"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../Accounts"),
        .package(path: "../ProofOfPossession"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "TokenRefreshContract", dependencies: ["CoreModels"]),
        .target(
            name: "TokenRefreshClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting", "TokenRefreshContract",
                secureStorage, sessions, telemetry, transport,
            ]),
        .target(
            name: "TokenRefreshService",
            dependencies: [
                "TokenRefreshContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit", "Presenting",
                accountsService,
                mail, proofs, serving, sessionsService, store, telemetry,
            ]),
        // A program that the tests run many times at once, and kill.
        .executableTarget(
            name: "RefreshHammer",
            dependencies: [
                "TokenRefreshClient", "CoreModels", "HTTPTypes", "Locking", "PluginKit", secureStorage,
                secureStorageClient,
                sessionsClient, telemetry, transport,
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
                .product(name: "HTTPTransportCurl", package: "HTTPTransport"),
            ],
            path: "Tests/Support/RefreshHammer"),
        .testTarget(name: "TokenRefreshContractTests", dependencies: ["TokenRefreshContract", "CoreModels"]),
        .testTarget(
            name: "TokenRefreshServiceTests",
            dependencies: [
                "TokenRefreshContract", "TokenRefreshService", "CoreModels", "HTTPTypes", "KernelTesting", "Locking",
                "PluginKit", accountsService, mail, mailTesting, proofs, serving, servingRouting, servingTesting,
                sessionsService, sessionsServiceTesting, sessionsTesting, store, storeTesting, telemetry,
                telemetryTesting,
            ]),
        .testTarget(
            name: "TokenRefreshClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting",
                "TokenRefreshClient", secureStorage, sessions, sessionsTesting, telemetry, telemetryTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "TokenRefreshSliceTests",
            dependencies: [
                "TokenRefreshClient", "TokenRefreshService", "CoreModels", "HTTPTypes", "KernelTesting", "Locking",
                "PluginKit", "RefreshHammer", accountsService, mail, mailTesting, store, cryptography,
                cryptographyTesting, proofs, proofsClient,
                proofsServiceTesting, proofsTesting, secureStorage, secureStorageClient,
                secureStorageTesting, serverKeysTesting, serving, servingMicroHTTPD, servingRouting, servingLoopback,
                servingTesting,
                sessions, sessionsClient, sessionsService, sessionsServiceTesting, sessionsTesting,
                storeTesting, telemetry, telemetryTesting, transport,
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
