// swift-tools-version: 6.2
import PackageDescription

let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let operating = Target.Dependency.product(name: "OperatingAPI", package: "Operating")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let transport = Target.Dependency.product(name: "HTTPTransportAPI", package: "HTTPTransport")

let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let operatingTesting = Target.Dependency.product(name: "OperatingTesting", package: "Operating")
let transportTesting = Target.Dependency.product(name: "HTTPTransportTesting", package: "HTTPTransport")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")

let package = Package(
    name: "CertificatePinning",
    products: [
        .library(name: "CertificatePinningAPI", targets: ["CertificatePinningAPI"]),
        .library(name: "CertificatePinningClient", targets: ["CertificatePinningClient"]),
        .library(name: "CertificatePinningOperations", targets: ["CertificatePinningOperations"]),
        .library(name: "CertificatePinningPresentation", targets: ["CertificatePinningPresentation"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Operating"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../SecureStorage"),
    ],
    targets: [
        .target(name: "CertificatePinningAPI", dependencies: ["Localization", "Presenting", transport]),
        .target(
            name: "CertificatePinningClient",
            dependencies: [
                "AtomicFiles", "CertificatePinningAPI", "CoreModels", "Localization", "Locking", "PluginKit",
                "Presenting", cryptography, secureStorage, transport, "HTTPTypes",
            ]),
        .target(
            name: "CertificatePinningOperations",
            dependencies: [
                "AtomicFiles", "CertificatePinningAPI", "CoreModels", "Localization", "PluginKit", console,
                cryptography, operating,
            ]),
        .target(
            name: "CertificatePinningPresentation",
            dependencies: [
                "AtomicFiles", "CertificatePinningAPI", "Localization", "PluginKit", console, transport,
            ]),
        .testTarget(
            name: "CertificatePinningAPITests",
            dependencies: ["CertificatePinningAPI", "KernelTesting", "Localization", transport]),
        .testTarget(
            name: "CertificatePinningClientTests",
            dependencies: [
                "CertificatePinningAPI", "CertificatePinningClient", "CoreModels", "HTTPTypes", "KernelTesting",
                "Locking", "PluginKit", "Presenting", cryptography, cryptographyTesting, secureStorage,
                secureStorageTesting,
                transport, transportTesting,
            ]),
        .testTarget(
            name: "CertificatePinningOperationsTests",
            dependencies: [
                "CertificatePinningAPI", "CertificatePinningOperations", "KernelTesting", "PluginKit", console,
                consoleTesting, cryptography, cryptographyTesting, operating, operatingTesting, transport,
            ]),
        .testTarget(
            name: "CertificatePinningPresentationTests",
            dependencies: [
                "CertificatePinningAPI", "CertificatePinningPresentation", "KernelTesting", "Localization", "PluginKit",
                console, consoleTesting, transport,
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
