// swift-tools-version: 6.2
import PackageDescription

let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let accountsAPI = Target.Dependency.product(name: "AccountsAPI", package: "Accounts")
let accountsClientTesting = Target.Dependency.product(name: "AccountsTesting", package: "Accounts")
let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let deferredWork = Target.Dependency.product(name: "DeferredWorkAPI", package: "DeferredWork")
let deferredWorkTesting = Target.Dependency.product(name: "DeferredWorkTesting", package: "DeferredWork")
let mailedProofs = Target.Dependency.product(name: "MailedProofsAPI", package: "MailedProofs")
let mailedProofsScreens = Target.Dependency.product(name: "MailedProofsScreensAPI", package: "MailedProofs")
let mailedProofsService = Target.Dependency.product(name: "MailedProofsServiceAPI", package: "MailedProofs")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let queue = Target.Dependency.product(name: "OfflineQueueAPI", package: "OfflineQueue")
let registration = Target.Dependency.product(name: "RegistrationServiceAPI", package: "Registration")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let mailedProofsTesting = Target.Dependency.product(
    name: "MailedProofsServiceTesting", package: "MailedProofs")
let queueTesting = Target.Dependency.product(name: "OfflineQueueTesting", package: "OfflineQueue")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "AccountVerification",
    products: [
        .library(name: "AccountVerificationAPI", targets: ["AccountVerificationAPI"]),
        .library(name: "AccountVerificationClient", targets: ["AccountVerificationClient"]),
        .library(name: "AccountVerificationPresentation", targets: ["AccountVerificationPresentation"]),
        .library(name: "AccountVerificationScreens", targets: ["AccountVerificationScreens"]),
        .library(name: "AccountVerificationService", targets: ["AccountVerificationService"]),
        .library(name: "AccountVerificationServiceTesting", targets: ["AccountVerificationServiceTesting"]),
        .library(name: "AccountVerificationTesting", targets: ["AccountVerificationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/DeferredWork"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
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
        .package(path: "../MailedProofs"),
        .package(path: "../OfflineQueue"),
        .package(path: "../Registration"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "AccountVerificationAPI",
            dependencies: ["CoreModels", "Localization", "Presenting", mailedProofs]),
        .target(
            name: "AccountVerificationScreens",
            dependencies: [
                "AccountVerificationAPI", "CoreModels", "Localization", "PluginKit", "Presenting", mailedProofs,
                mailedProofsScreens,
                accountsAPI, accountsScreens, screens,
            ]),
        .target(name: "AccountVerificationContract", dependencies: ["CoreModels"]),
        .target(
            name: "AccountVerificationClient",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationContract", "CoreModels", "HTTPTypes", "Localization",
                "PluginKit", "Presenting", mailedProofs, queue, secureStorage, sessions, transport,
            ]),
        .target(
            name: "AccountVerificationService",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationContract", "CoreModels", "HTTPTypes", "Localization",
                "PluginKit", "Presenting", accounts, deferredWork, mail, mailedProofs, mailedProofsService,
                registration,
                serverKeys, serving,
                sessionsService,
                store, telemetry, configuration,
            ]),
        .target(
            name: "AccountVerificationPresentation",
            dependencies: [
                "AccountVerificationAPI", "CoreModels", "Localization", "PluginKit", "Presenting", console,
                mailedProofs,
            ]),
        .target(
            name: "AccountVerificationTesting", dependencies: ["AccountVerificationAPI", "CoreModels", "Locking"]),
        .target(
            name: "AccountVerificationServiceTesting",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationService", "CoreModels", "KernelTesting", "Locking",
                "PluginKit", accounts, accountsTesting, deferredWork, deferredWorkTesting, mail, mailTesting,
                mailedProofsService,
                mailedProofsTesting, registration, serving, sessionsService, sessionsServiceTesting, store,
                telemetryTesting,
            ]),
        .testTarget(
            name: "AccountVerificationAPITests", dependencies: ["AccountVerificationAPI", "Localization"]),
        .testTarget(
            name: "AccountVerificationScreensTests",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationScreens", "AccountVerificationServiceTesting",
                "AccountVerificationTesting", "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "PluginKit",
                "Presenting", accounts, accountsAPI, accountsClientTesting, accountsTesting, mailTesting, mailedProofs,
                screens,
                screensTesting, serving,
                servingTesting, sessionsService, sessionsServiceTesting, telemetryTesting,
            ]),
        .testTarget(
            name: "AccountVerificationContractTests",
            dependencies: ["AccountVerificationContract", "CoreModels", "KernelTesting"]),
        .testTarget(
            name: "AccountVerificationClientTests",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationClient", "CoreModels", "HTTPTypes", "KernelTesting",
                "Localization", "PluginKit", "Presenting", queue, queueTesting, secureStorage, sessions,
                sessionsTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "AccountVerificationPresentationTests",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationPresentation", "AccountVerificationTesting", "CoreModels",
                "KernelTesting", "Localization", "PluginKit", "Presenting", console, consoleTesting, sessionsTesting,
            ]),
        .testTarget(
            name: "AccountVerificationServiceTests",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationServiceTesting", "CoreModels", "HTTPTypes",
                "KernelTesting", "Localization", accounts,
                accountsTesting, mail, mailTesting, mailedProofs, mailedProofsService, mailedProofsTesting,
                registration, serving, servingRouting, servingTesting, sessionsService, sessionsServiceTesting, store,
                storeTesting, telemetry, telemetryTesting,
            ]),
        .testTarget(
            name: "AccountVerificationSliceTests",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationClient", "AccountVerificationServiceTesting",
                "CoreModels", "HTTPTypes", "KernelTesting", "PluginKit", mailTesting, servingRouting, servingLoopback,
                servingTesting,
                sessions, sessionsTesting, transport, transportTesting,
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
