// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AccountVerification",
    products: [
        .library(name: "AccountVerificationAPI", targets: ["AccountVerificationAPI"]),
        .library(name: "AccountVerificationClient", targets: ["AccountVerificationClient"]),
        .library(name: "AccountVerificationPresentation", targets: ["AccountVerificationPresentation"]),
        .library(name: "AccountVerificationService", targets: ["AccountVerificationService"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../Registration"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "AccountVerificationAPI", dependencies: ["CoreModels", "Localization"]),
        .target(name: "AccountVerificationContract", dependencies: ["CoreModels"]),
        .target(
            name: "AccountVerificationClient",
            dependencies: [
                "AccountVerificationAPI", "AccountVerificationContract", "CoreModels", "HTTPTypes", "Localization",
                "PluginKit",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "SessionsAPI", package: "Sessions"),
            ]),
        .target(
            name: "AccountVerificationService",
            dependencies: [
                "AccountVerificationContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "MailAPI", package: "Mail"),
                .product(name: "RegistrationServiceAPI", package: "Registration"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
                .product(name: "ServerKeysAPI", package: "ServerKeys"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .target(
            name: "AccountVerificationPresentation",
            dependencies: [
                "AccountVerificationAPI", "CoreModels", "Localization", "PluginKit",
                .product(name: "ConsoleAPI", package: "Console"),
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
        ]
}
