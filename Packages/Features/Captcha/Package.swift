// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingRouting = Target.Dependency.product(name: "HTTPServingRouting", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")

let package = Package(
    name: "Captcha",
    products: [
        .library(name: "CaptchaAPI", targets: ["CaptchaAPI"]),
        .library(name: "CaptchaPresentationAPI", targets: ["CaptchaPresentationAPI"]),
        .library(name: "CaptchaServiceAPI", targets: ["CaptchaServiceAPI"]),
        .library(name: "CaptchaClient", targets: ["CaptchaClient"]),
        .library(name: "CaptchaService", targets: ["CaptchaService"]),
        .library(name: "CaptchaTesting", targets: ["CaptchaTesting"]),
        .library(name: "CaptchaServiceTesting", targets: ["CaptchaServiceTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
    ],
    targets: [
        .target(name: "CaptchaAPI", dependencies: ["CoreModels", "Localization", "Presenting"]),
        .target(
            name: "CaptchaPresentationAPI", dependencies: ["CaptchaAPI", "CoreModels", "Localization", console]),
        .target(
            name: "CaptchaServiceAPI", dependencies: ["CoreModels", "HTTPTypes", "Localization", "PluginKit", serving]),
        .target(name: "CaptchaContract"),
        .target(
            name: "CaptchaClient",
            dependencies: ["CaptchaAPI", "CaptchaContract", "CoreModels", "Localization", "PluginKit", cryptography]),
        .target(
            name: "CaptchaService",
            dependencies: [
                "CaptchaContract", "CaptchaServiceAPI", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                cryptography, serverKeys, serving, store, telemetry, transport, configuration,
            ]),
        .target(name: "CaptchaTesting", dependencies: ["CaptchaAPI", "CoreModels", "Locking"]),
        .target(name: "CaptchaServiceTesting", dependencies: ["CaptchaServiceAPI", "CoreModels", "Locking", serving]),
        .testTarget(
            name: "CaptchaPresentationAPITests",
            dependencies: [
                "CaptchaAPI", "CaptchaPresentationAPI", "CaptchaTesting", "CoreModels", "KernelTesting", "Localization",
                "Locking", "Presenting", console, consoleTesting,
            ]),
        .testTarget(name: "CaptchaContractTests", dependencies: ["CaptchaContract", "KernelTesting"]),
        .testTarget(
            name: "CaptchaClientTests",
            dependencies: [
                "CaptchaAPI", "CaptchaClient", "CaptchaContract", "CoreModels", "KernelTesting", "Localization",
                "Locking", "PluginKit",
                cryptography, cryptographyTesting,
            ]),
        .testTarget(
            name: "CaptchaServiceTests",
            dependencies: [
                "CaptchaContract", "CaptchaService", "CaptchaServiceAPI", "CoreModels", "HTTPTypes", "KernelTesting",
                "PluginKit", configuration, configurationTesting, cryptography, cryptographyTesting, serverKeysTesting,
                serving, servingRouting, servingTesting, store, storeTesting, telemetry, telemetryTesting, transport,
                transportTesting,
            ]),
        .testTarget(
            name: "CaptchaSliceTests",
            dependencies: [
                "CaptchaAPI", "CaptchaClient", "CaptchaService", "CaptchaServiceAPI", "CoreModels", "KernelTesting",
                "PluginKit", cryptography, cryptographyTesting, serverKeysTesting, serving, store, storeTesting,
                telemetryTesting,
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
