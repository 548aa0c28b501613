// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let deferredWork = Target.Dependency.product(name: "DeferredWorkAPI", package: "DeferredWork")
let deferredWorkTesting = Target.Dependency.product(name: "DeferredWorkTesting", package: "DeferredWork")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let keys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let mailedProofs = Target.Dependency.product(name: "MailedProofsAPI", package: "MailedProofs")
let mailedProofsService = Target.Dependency.product(name: "MailedProofsServiceAPI", package: "MailedProofs")
let mailedProofsTesting = Target.Dependency.product(name: "MailedProofsServiceTesting", package: "MailedProofs")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginPresentation = Target.Dependency.product(name: "LoginPresentationAPI", package: "Login")
let loginService = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let proofs = Target.Dependency.product(name: "ProofOfPossessionServiceAPI", package: "ProofOfPossession")
let queue = Target.Dependency.product(name: "OfflineQueueAPI", package: "OfflineQueue")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let queueTesting = Target.Dependency.product(name: "OfflineQueueTesting", package: "OfflineQueue")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
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
    name: "Registration",
    products: [
        .library(name: "RegistrationAPI", targets: ["RegistrationAPI"]),
        .library(name: "RegistrationClient", targets: ["RegistrationClient"]),
        .library(name: "RegistrationOperations", targets: ["RegistrationOperations"]),
        .library(name: "RegistrationPresentation", targets: ["RegistrationPresentation"]),
        .library(name: "RegistrationScreens", targets: ["RegistrationScreens"]),
        .library(name: "RegistrationService", targets: ["RegistrationService"]),
        .library(name: "RegistrationServiceAPI", targets: ["RegistrationServiceAPI"]),
        .library(name: "RegistrationTesting", targets: ["RegistrationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/DeferredWork"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/Operating"),
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
        .package(path: "../Login"),
        .package(path: "../MailedProofs"),
        .package(path: "../OfflineQueue"),
        .package(path: "../ProofOfPossession"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "RegistrationAPI",
            dependencies: ["CoreModels", "Localization", "PasswordQuality", "Presenting", login]),
        .target(name: "RegistrationContract", dependencies: ["CoreModels"]),
        .target(
            name: "RegistrationClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PasswordQuality", "PluginKit", "Presenting",
                "RegistrationAPI", "RegistrationContract", login, mailedProofs, queue, secureStorage, sessions,
                transport,
            ]),
        .target(name: "RegistrationServiceAPI", dependencies: ["CoreModels", "PluginKit", store]),
        .target(
            name: "RegistrationService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasswordQuality", "PluginKit", "Presenting",
                "RegistrationAPI", "RegistrationContract", "RegistrationServiceAPI", accountsService, configuration,
                deferredWork, keys, loginService, mail, mailedProofs, mailedProofsService, proofs, serving,
                sessionsService, store, telemetry,
            ]),
        .target(
            name: "RegistrationOperations",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "RegistrationService", "RegistrationServiceAPI",
                accountsService, configuration, console, cryptography, mail, operating, store,
            ]),
        .target(
            name: "RegistrationPresentation",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "RegistrationAPI", console, login,
                loginPresentation, mailedProofs,
            ]),
        .target(
            name: "RegistrationScreens",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "RegistrationAPI", accountsScreens, login,
                screens,
            ]),
        .target(name: "RegistrationTesting", dependencies: ["Locking", "RegistrationAPI", login]),
        .testTarget(
            name: "RegistrationContractTests", dependencies: ["CoreModels", "KernelTesting", "RegistrationContract"]),
        .testTarget(
            name: "RegistrationClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordQuality", "PluginKit",
                "Presenting", "RegistrationAPI", "RegistrationClient", login, queue, queueTesting, secureStorage,
                sessions, sessionsTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "RegistrationServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordQuality", "PluginKit",
                "Presenting",
                "RegistrationAPI", "RegistrationService",
                "RegistrationServiceAPI", accountsService, accountsServiceTesting, deferredWork, deferredWorkTesting,
                loginService, mail, mailTesting, mailedProofsService, mailedProofsTesting, proofs, serving,
                servingRouting, servingTesting, sessionsService, sessionsServiceTesting, store, storeTesting, telemetry,
                telemetryTesting, .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
            ]),
        .testTarget(
            name: "RegistrationOperationsTests",
            dependencies: [
                "CoreModels", "KernelTesting", "PluginKit", "RegistrationOperations", "RegistrationService",
                accountsService, console, operating, operatingTesting, store,
                .product(name: "ConsoleTesting", package: "Console"),
            ]),
        .testTarget(
            name: "RegistrationPresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PluginKit", "Presenting", "RegistrationAPI",
                "RegistrationPresentation", "RegistrationTesting", console, login, sessionsTesting,
                .product(name: "ConsoleTesting", package: "Console"),
            ]),
        .testTarget(
            name: "RegistrationScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PluginKit", "Presenting", "RegistrationAPI",
                "RegistrationScreens", "RegistrationTesting", login, screens, screensTesting,
            ]),
        .testTarget(
            name: "RegistrationSliceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordQuality", "PluginKit",
                "RegistrationAPI", "RegistrationClient", "RegistrationService", accountsService,
                accountsServiceTesting, deferredWork, deferredWorkTesting, login, loginService, secureStorage, serving,
                servingRouting,
                servingLoopback, servingTesting, sessions,
                sessionsServiceTesting, telemetryTesting, transport, transportTesting,
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "PasswordQualityTesting", package: "PasswordQuality"),
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
