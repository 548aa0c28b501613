// swift-tools-version: 6.2
import PackageDescription

let accountsAPI = Target.Dependency.product(name: "AccountsAPI", package: "Accounts")
let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let accountsScreens = Target.Dependency.product(name: "AccountsScreensAPI", package: "Accounts")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginService = Target.Dependency.product(name: "LoginServiceAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let mailedProofs = Target.Dependency.product(name: "MailedProofsAPI", package: "MailedProofs")
let mailedProofsService = Target.Dependency.product(name: "MailedProofsServiceAPI", package: "MailedProofs")
let rateLimiting = Target.Dependency.product(name: "RateLimitingAPI", package: "RateLimiting")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsPresentation = Target.Dependency.product(name: "SessionsPresentationAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")
let work = Target.Dependency.product(name: "DeferredWorkAPI", package: "DeferredWork")

let accountsClientTesting = Target.Dependency.product(name: "AccountsTesting", package: "Accounts")
let accountsTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let mailedProofsTesting = Target.Dependency.product(name: "MailedProofsServiceTesting", package: "MailedProofs")
let rateLimitingTesting = Target.Dependency.product(name: "RateLimitingTesting", package: "RateLimiting")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")
let workTesting = Target.Dependency.product(name: "DeferredWorkTesting", package: "DeferredWork")

let package = Package(
    name: "AddressChange",
    products: [
        .library(name: "AddressChangeAPI", targets: ["AddressChangeAPI"]),
        .library(name: "AddressChangeClient", targets: ["AddressChangeClient"]),
        .library(name: "AddressChangePresentation", targets: ["AddressChangePresentation"]),
        .library(name: "AddressChangeScreens", targets: ["AddressChangeScreens"]),
        .library(name: "AddressChangeService", targets: ["AddressChangeService"]),
        .library(name: "AddressChangeTesting", targets: ["AddressChangeTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/DeferredWork"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
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
        .package(path: "../../Kernel/PasswordQuality"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Accounts"),
        .package(path: "../Login"),
        .package(path: "../MailedProofs"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "AddressChangeAPI", dependencies: ["CoreModels", "Localization", "Presenting", mailedProofs]),
        .target(name: "AddressChangeContract", dependencies: ["CoreModels"]),
        .target(
            name: "AddressChangeClient",
            dependencies: [
                "AddressChangeAPI", "AddressChangeContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                "Presenting", accountsAPI, login, mailedProofs, sessions, transport,
            ]),
        .target(
            name: "AddressChangeService",
            dependencies: [
                "AddressChangeAPI", "AddressChangeContract", "CoreModels", "HTTPTypes", "Localization",
                "PasswordQuality", "PluginKit", "Presenting", accounts, cryptography, loginService, mail, mailedProofs,
                mailedProofsService, rateLimiting, serverKeys, serving, sessionsService, store, telemetry, work,
            ]),
        .target(
            name: "AddressChangePresentation",
            dependencies: [
                "AddressChangeAPI", "CoreModels", "Localization", "PluginKit", "Presenting", console, sessions,
                sessionsPresentation,
            ]),
        .target(
            name: "AddressChangeScreens",
            dependencies: [
                "AddressChangeAPI", "CoreModels", "Localization", "PluginKit", "Presenting", accountsAPI,
                accountsScreens, mailedProofs, screens,
            ]),
        .target(
            name: "AddressChangeTesting", dependencies: ["AddressChangeAPI", "CoreModels", "Locking", mailedProofs]),
        .testTarget(
            name: "AddressChangeContractTests",
            dependencies: ["AddressChangeContract", "CoreModels", "KernelTesting", sessionsTesting]),
        .testTarget(
            name: "AddressChangeServiceTests",
            dependencies: [
                "AddressChangeAPI", "AddressChangeService", "CoreModels", "HTTPTypes", "KernelTesting", "Locking",
                "PluginKit", "Presenting", accounts, accountsTesting, cryptography, cryptographyTesting, loginService,
                mail,
                mailTesting, mailedProofs, mailedProofsService, mailedProofsTesting, rateLimiting, rateLimitingTesting,
                serving, servingRouting, servingTesting, sessionsService, sessionsServiceTesting, store,
                telemetryTesting, work, workTesting,
            ]),
        .testTarget(
            name: "AddressChangeClientTests",
            dependencies: [
                "AddressChangeAPI", "AddressChangeClient", "CoreModels", "HTTPTypes", "KernelTesting", "Localization",
                "Locking", "PluginKit", "Presenting", accountsAPI, accountsClientTesting, login, secureStorage,
                sessions, sessionsTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "AddressChangePresentationTests",
            dependencies: [
                "AddressChangeAPI", "AddressChangePresentation", "AddressChangeTesting", "CoreModels",
                "KernelTesting", "Localization", "PluginKit", "Presenting", console, consoleTesting, sessions,
                sessionsTesting,
            ]),
        .testTarget(
            name: "AddressChangeScreensTests",
            dependencies: [
                "AddressChangeAPI", "AddressChangeScreens", "AddressChangeTesting", "CoreModels", "KernelTesting",
                "Localization", "PluginKit", "Presenting", accountsAPI, accountsClientTesting, accountsScreens, screens,
                screensTesting,
                sessionsTesting,
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
