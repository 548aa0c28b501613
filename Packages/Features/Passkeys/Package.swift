// swift-tools-version: 6.2
import PackageDescription

let accountsService = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let login = Target.Dependency.product(name: "LoginAPI", package: "Login")
let loginScreens = Target.Dependency.product(name: "LoginScreensAPI", package: "Login")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsService = Target.Dependency.product(name: "SessionsServiceAPI", package: "Sessions")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let accountsServiceTesting = Target.Dependency.product(name: "AccountsServiceTesting", package: "Accounts")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let sessionsPresentation = Target.Dependency.product(name: "SessionsPresentationAPI", package: "Sessions")
let sessionsServiceTesting = Target.Dependency.product(name: "SessionsServiceTesting", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Passkeys",
    products: [
        .library(name: "PasskeysAPI", targets: ["PasskeysAPI"]),
        .library(name: "PasskeysClient", targets: ["PasskeysClient"]),
        .library(name: "PasskeysFuzzing", targets: ["PasskeysFuzzing"]),
        .library(name: "PasskeysPresentation", targets: ["PasskeysPresentation"]),
        .library(name: "PasskeysScreens", targets: ["PasskeysScreens"]),
        .library(name: "PasskeysService", targets: ["PasskeysService"]),
        .library(name: "PasskeysTesting", targets: ["PasskeysTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
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
        .package(path: "../Login"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "PasskeysAPI", dependencies: ["Localization", "Presenting", login]),
        .target(name: "PasskeysContract", dependencies: ["CoreModels"]),
        .target(
            name: "PasskeysClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasskeysAPI", "PasskeysContract", "PluginKit",
                "Presenting", login, sessions, transport,
            ]),
        .target(name: "PasskeysDialogue", dependencies: ["Localization"]),
        .target(
            name: "PasskeysPresentation",
            dependencies: [
                "Localization", "PasskeysAPI", "PasskeysDialogue", "PluginKit", console, sessions, sessionsPresentation,
            ]),
        .target(
            name: "PasskeysScreens",
            dependencies: [
                "Localization", "PasskeysAPI", "PasskeysDialogue", "PluginKit", "Presenting", loginScreens, screens,
            ]),
        .target(
            name: "PasskeysService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PasskeysContract", "PluginKit", "Presenting",
                accountsService, cryptography, mail, serverKeys, serving, sessionsService, store, telemetry,
            ]),
        .target(
            name: "PasskeysTesting",
            dependencies: ["CoreModels", "Locking", "PasskeysAPI", "PasskeysContract", cryptography, login]),
        .target(
            name: "PasskeysFuzzing",
            dependencies: ["CoreModels", "KernelTesting", "PasskeysService", cryptography, cryptographyTesting],
            path: "Tests/PasskeysFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "PasskeysClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "PasskeysAPI", "PasskeysClient", "PasskeysContract",
                "PluginKit", login, sessions, sessionsTesting, transport, transportTesting,
            ]),
        .testTarget(
            name: "PasskeysPresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "PasskeysAPI", "PasskeysPresentation", "PasskeysTesting", "PluginKit",
                console, consoleTesting, sessions,
            ]),
        .testTarget(
            name: "PasskeysScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "PasskeysAPI", "PasskeysScreens", "PasskeysTesting", "PluginKit",
                "Presenting", loginScreens, screens, screensTesting,
            ]),
        .testTarget(
            name: "PasskeysServiceTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasskeysContract",
                "PasskeysFuzzing", "PasskeysService", "PasskeysTesting", "PluginKit", "Presenting", accountsService,
                accountsServiceTesting,
                cryptography, cryptographyTesting, mail, mailTesting, serverKeysTesting, serving, servingRouting,
                servingTesting, sessionsService, sessionsServiceTesting, store, telemetryTesting,
            ], exclude: ["Vectors"]),
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
