// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Composer",
    products: [.executable(name: "essential", targets: ["Composer"])],
    dependencies: [
        .package(path: "../../Packages/Features/AccountVerification"),
        .package(path: "../../Packages/Features/Accounts"),
        .package(path: "../../Packages/Features/Comments"),
        .package(path: "../../Packages/Features/Feed"),
        .package(path: "../../Packages/Features/Login"),
        .package(path: "../../Packages/Features/OfflineQueue"),
        .package(path: "../../Packages/Features/PasswordRecovery"),
        .package(path: "../../Packages/Features/ProofOfPossession"),
        .package(path: "../../Packages/Features/Registration"),
        .package(path: "../../Packages/Features/SecureStorage"),
        .package(path: "../../Packages/Features/Sessions"),
        .package(path: "../../Packages/Features/TokenRefresh"),
        .package(path: "../../Packages/Infrastructure/Console"),
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/HTTPTransport"),
        .package(path: "../../Packages/Infrastructure/Telemetry"),
        .package(path: "../../Packages/Kernel/AtomicFiles"),
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/HTTPTypes"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Localization"),
        .package(path: "../../Packages/Kernel/PluginKit"),
    ],
    targets: [
        .target(
            name: "ComposerFlows",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization",
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "FeedAPI", package: "Feed"),
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "LoginAPI", package: "Login"),
                .product(name: "ProofOfPossessionAPI", package: "ProofOfPossession"),
                .product(name: "RegistrationAPI", package: "Registration"),
                .product(name: "SecureStorageAPI", package: "SecureStorage"),
                .product(name: "SessionsAPI", package: "Sessions"),
            ]),
        .target(
            name: "ComposerWiring",
            dependencies: [
                "AtomicFiles", "ComposerFlows", "CoreModels", "Localization", "PluginKit",
                .product(name: "AccountVerificationClient", package: "AccountVerification"),
                .product(name: "AccountVerificationPresentation", package: "AccountVerification"),
                .product(name: "PasswordRecoveryClient", package: "PasswordRecovery"),
                .product(name: "PasswordRecoveryPresentation", package: "PasswordRecovery"),
                .product(name: "AccountsClient", package: "Accounts"),
                .product(name: "AccountsPresentation", package: "Accounts"),
                .product(name: "CommentsClient", package: "Comments"),
                .product(name: "CommentsPresentation", package: "Comments"),
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "ConsoleTerminal", package: "Console"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
                .product(name: "FeedClient", package: "Feed"),
                .product(name: "FeedPresentation", package: "Feed"),
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "HTTPTransportCurl", package: "HTTPTransport"),
                .product(name: "LoginClient", package: "Login"),
                .product(name: "LoginPresentation", package: "Login"),
                .product(name: "OfflineQueueAPI", package: "OfflineQueue"),
                .product(name: "OfflineQueueClient", package: "OfflineQueue"),
                .product(name: "OfflineQueuePresentation", package: "OfflineQueue"),
                .product(name: "ProofOfPossessionClient", package: "ProofOfPossession"),
                .product(name: "RegistrationClient", package: "Registration"),
                .product(name: "RegistrationPresentation", package: "Registration"),
                .product(name: "SecureStorageAPI", package: "SecureStorage"),
                .product(name: "SecureStorageClient", package: "SecureStorage"),
                .product(name: "SecureStoragePresentation", package: "SecureStorage"),
                .product(name: "SessionsAPI", package: "Sessions"),
                .product(name: "SessionsClient", package: "Sessions"),
                .product(name: "SessionsPresentation", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
                .product(name: "TelemetryOutput", package: "Telemetry"),
                .product(name: "TokenRefreshClient", package: "TokenRefresh"),
            ]),
        .executableTarget(
            name: "Composer",
            dependencies: ["ComposerWiring", .product(name: "ConsoleAPI", package: "Console")]),
        .testTarget(
            name: "ComposerFlowsTests",
            dependencies: [
                "ComposerFlows", "CoreModels", "HTTPTypes", "KernelTesting", "Localization",
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "ConsoleTesting", package: "Console"),
                .product(name: "FeedAPI", package: "Feed"),
                .product(name: "FeedTesting", package: "Feed"),
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "HTTPTransportTesting", package: "HTTPTransport"),
                .product(name: "LoginAPI", package: "Login"),
                .product(name: "LoginTesting", package: "Login"),
                .product(name: "ProofOfPossessionTesting", package: "ProofOfPossession"),
                .product(name: "RegistrationAPI", package: "Registration"),
                .product(name: "RegistrationTesting", package: "Registration"),
                .product(name: "SecureStorageAPI", package: "SecureStorage"),
                .product(name: "SessionsAPI", package: "Sessions"),
                .product(name: "SessionsTesting", package: "Sessions"),
            ]),
        .testTarget(
            name: "ComposerWiringTests",
            dependencies: [
                "ComposerWiring", "KernelTesting", .product(name: "ConsoleAPI", package: "Console"),
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
