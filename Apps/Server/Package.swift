// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Server",
    products: [.executable(name: "essentiald", targets: ["Server"])],
    dependencies: [
        .package(path: "../../Packages/Features/AccountVerification"),
        .package(path: "../../Packages/Features/Accounts"),
        .package(path: "../../Packages/Features/Comments"),
        .package(path: "../../Packages/Features/DemoContent"),
        .package(path: "../../Packages/Features/Feed"),
        .package(path: "../../Packages/Features/Login"),
        .package(path: "../../Packages/Features/ProofOfPossession"),
        .package(path: "../../Packages/Features/Registration"),
        .package(path: "../../Packages/Features/Sessions"),
        .package(path: "../../Packages/Features/TokenRefresh"),
        .package(path: "../../Packages/Infrastructure/Configuration"),
        .package(path: "../../Packages/Infrastructure/Console"),
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/HTTPServing"),
        .package(path: "../../Packages/Infrastructure/Mail"),
        .package(path: "../../Packages/Infrastructure/RateLimiting"),
        .package(path: "../../Packages/Infrastructure/SQLStore"),
        .package(path: "../../Packages/Infrastructure/ServerKeys"),
        .package(path: "../../Packages/Infrastructure/Telemetry"),
        .package(path: "../../Packages/Kernel/AtomicFiles"),
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/HTTPTypes"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Localization"),
        .package(path: "../../Packages/Kernel/Locking"),
        .package(path: "../../Packages/Kernel/PluginKit"),
    ],
    targets: [
        .target(
            name: "ServerWiring",
            dependencies: [
                "AtomicFiles", "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit",
                .product(name: "AccountVerificationService", package: "AccountVerification"),
                .product(name: "AccountsService", package: "Accounts"),
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CommentsService", package: "Comments"),
                .product(name: "ConfigurationAPI", package: "Configuration"),
                .product(name: "ConfigurationSources", package: "Configuration"),
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "ConsoleTerminal", package: "Console"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
                .product(name: "DemoContentService", package: "DemoContent"),
                .product(name: "FeedService", package: "Feed"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "HTTPServingMicroHTTPD", package: "HTTPServing"),
                .product(name: "HTTPServingRouting", package: "HTTPServing"),
                .product(name: "LoginService", package: "Login"),
                .product(name: "MailAPI", package: "Mail"),
                .product(name: "MailFolder", package: "Mail"),
                .product(name: "MailOutbox", package: "Mail"),
                .product(name: "MailSMTP", package: "Mail"),
                .product(name: "ProofOfPossessionService", package: "ProofOfPossession"),
                .product(name: "RateLimitingAPI", package: "RateLimiting"),
                .product(name: "RateLimitingSQL", package: "RateLimiting"),
                .product(name: "RegistrationService", package: "Registration"),
                .product(name: "RegistrationServiceAPI", package: "Registration"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
                .product(name: "SQLStoreSQLite", package: "SQLStore"),
                .product(name: "ServerKeysAPI", package: "ServerKeys"),
                .product(name: "ServerKeysFile", package: "ServerKeys"),
                .product(name: "SessionsService", package: "Sessions"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
                .product(name: "TelemetryOutput", package: "Telemetry"),
                .product(name: "TokenRefreshService", package: "TokenRefresh"),
            ]),
        .executableTarget(
            name: "Server",
            dependencies: ["ServerWiring", .product(name: "ConsoleAPI", package: "Console")]),
        .testTarget(
            name: "ServerWiringTests",
            dependencies: [
                "HTTPTypes", "KernelTesting", "PluginKit", "ServerWiring",
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SQLStoreTesting", package: "SQLStore"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
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
        ]
}
