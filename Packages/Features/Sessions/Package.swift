// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let keys = Target.Dependency.product(name: "ProofOfPossessionAPI", package: "ProofOfPossession")
let keysTesting = Target.Dependency.product(name: "ProofOfPossessionTesting", package: "ProofOfPossession")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let places = Target.Dependency.product(name: "PlacesAPI", package: "Places")
let placesTesting = Target.Dependency.product(name: "PlacesTesting", package: "Places")
let proofs = Target.Dependency.product(name: "ProofOfPossessionServiceAPI", package: "ProofOfPossession")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingLoopback = Target.Dependency.product(name: "HTTPServingLoopback", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let package = Package(
    name: "Sessions",
    products: [
        .library(name: "SessionsAPI", targets: ["SessionsAPI"]),
        .library(name: "SessionsFuzzing", targets: ["SessionsFuzzing"]),
        .library(name: "SessionsServiceAPI", targets: ["SessionsServiceAPI"]),
        .library(name: "SessionsClient", targets: ["SessionsClient"]),
        .library(name: "SessionsPresentation", targets: ["SessionsPresentation"]),
        .library(name: "SessionsPresentationAPI", targets: ["SessionsPresentationAPI"]),
        .library(name: "SessionsScreens", targets: ["SessionsScreens"]),
        .library(name: "SessionsScreensAPI", targets: ["SessionsScreensAPI"]),
        .library(name: "SessionsService", targets: ["SessionsService"]),
        .library(name: "SessionsTesting", targets: ["SessionsTesting"]),
        .library(name: "SessionsServiceTesting", targets: ["SessionsServiceTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Infrastructure/Places"),
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
        .package(path: "../ProofOfPossession"),
        .package(path: "../SecureStorage"),
    ],
    targets: [
        .target(
            name: "SessionsAPI",
            dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting", cryptography, secureStorage]),
        .target(
            name: "SessionsServiceAPI",
            dependencies: ["CoreModels", "HTTPTypes", "Localization", "PluginKit", proofs, serving, store]),
        .target(name: "SessionsContract", dependencies: ["CoreModels"]),
        .target(
            name: "SessionsClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting", "SessionsAPI",
                "SessionsContract", keys, secureStorage, transport,
            ]),
        .target(name: "SessionsDialogue", dependencies: ["Localization", "SessionsAPI"]),
        .target(
            name: "SessionsPresentationAPI",
            dependencies: ["CoreModels", "Localization", "Presenting", "SessionsAPI", console]),
        .target(
            name: "SessionsPresentation",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "SessionsAPI", "SessionsDialogue",
                "SessionsPresentationAPI", console,
            ]),
        .target(
            name: "SessionsService",
            dependencies: [
                "SessionsAPI", "SessionsContract", "SessionsServiceAPI", "CoreModels", "HTTPTypes", "Localization",
                "Locking", "PluginKit", "Presenting", cryptography, mail, operating, places, proofs, serverKeys,
                serving, store,
                telemetry, configuration,
            ]),
        .target(
            name: "SessionsTesting",
            dependencies: ["SessionsAPI", "CoreModels", "KernelTesting", "Localization", "Locking", "Presenting"]),
        .target(
            name: "SessionsServiceTesting",
            dependencies: [
                "SessionsService", "SessionsServiceAPI", "CoreModels", "HTTPTypes", "KernelTesting", "Locking",
                "PluginKit", cryptography, mailTesting, places, serverKeys, serving, store, telemetry,
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "SQLStoreTesting", package: "SQLStore"),
                .product(name: "ServerKeysTesting", package: "ServerKeys"),
            ]),
        .target(
            name: "SessionsFuzzing", dependencies: ["CoreModels", "KernelTesting", "SessionsAPI", "SessionsClient"],
            path: "Tests/SessionsFuzzing", exclude: ["Corpus"]),
        .target(name: "SessionsScreensAPI", dependencies: ["PluginKit", screens]),
        .target(
            name: "SessionsScreens",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "Presenting", "SessionsAPI", "SessionsDialogue", screens,
            ]),
        .testTarget(
            name: "SessionsScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting", "SessionsAPI",
                "SessionsScreens", "SessionsTesting", screens, screensTesting,
            ]),
        .testTarget(
            name: "SessionsContractTests",
            dependencies: ["SessionsContract", "SessionsServiceAPI", "CoreModels", serving]),
        .testTarget(
            name: "SessionsClientTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting",
                "SessionsAPI", "SessionsClient", "SessionsFuzzing", "SessionsTesting", cryptography, keys, keysTesting,
                secureStorage, transport, .product(name: "HTTPTransportTesting", package: "HTTPTransport"),
                .product(name: "SecureStorageTesting", package: "SecureStorage"),
            ]),
        .testTarget(
            name: "SessionsPresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "PluginKit", "Presenting", "SessionsAPI",
                "SessionsPresentation", "SessionsTesting", console, consoleTesting,
            ]),
        .testTarget(
            name: "SessionsSliceTests",
            dependencies: [
                "SessionsAPI", "SessionsClient", "SessionsServiceAPI", "SessionsServiceTesting", "SessionsTesting",
                "CoreModels", "HTTPTypes", "KernelTesting", "Locking", "PluginKit", servingRouting, servingLoopback,
                servingTesting,
                serving, transport,
            ]),
        .testTarget(
            name: "SessionsServiceTests",
            dependencies: [
                "SessionsContract", "SessionsService", "SessionsServiceAPI", "SessionsServiceTesting",
                "SessionsTesting", "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PluginKit",
                cryptography, mail, mailTesting, operating, places, placesTesting, proofs, serverKeys, serving, store,
                telemetry, transport,
                servingRouting, servingLoopback, servingTesting,
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "SQLStoreTesting", package: "SQLStore"),
                .product(name: "ServerKeysTesting", package: "ServerKeys"),
                .product(name: "TelemetryTesting", package: "Telemetry"),
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
