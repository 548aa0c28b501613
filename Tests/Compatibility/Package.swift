// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Compatibility",
    dependencies: [
        .package(path: "../../Apps/Server"),
        .package(path: "../../Packages/Features/AccountVerification"),
        .package(path: "../../Packages/Features/Accounts"),
        .package(path: "../../Packages/Features/Captcha"),
        .package(path: "../../Packages/Features/Comments"),
        .package(path: "../../Packages/Features/Feed"),
        .package(path: "../../Packages/Features/Login"),
        .package(path: "../../Packages/Features/AddressChange"),
        .package(path: "../../Packages/Features/PasswordChange"),
        .package(path: "../../Packages/Features/PasswordRecovery"),
        .package(path: "../../Packages/Features/Registration"),
        .package(path: "../../Packages/Features/SecureStorage"),
        .package(path: "../../Packages/Features/Sessions"),
        .package(path: "../../Packages/Features/TokenRefresh"),
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/HTTPServing"),
        .package(path: "../../Packages/Infrastructure/HTTPTransport"),
        .package(path: "../../Packages/Infrastructure/Mail"),
        .package(path: "../../Packages/Infrastructure/SQLStore"),
        .package(path: "../../Packages/Infrastructure/Telemetry"),
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/HTTPTypes"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Localization"),
        .package(path: "../../Packages/Kernel/Locking"),
        .package(path: "../../Packages/Kernel/PasswordQuality"),
        .package(path: "../../Packages/Kernel/PluginKit"),
    ],
    targets: [
        .testTarget(
            name: "CompatibilityTests",
            dependencies: [
                "CoreModels", "HTTPTypes", "KernelTesting", "Localization", "Locking", "PasswordQuality", "PluginKit",
                .product(name: "AccountVerificationAPI", package: "AccountVerification"),
                .product(name: "AccountVerificationClient", package: "AccountVerification"),
                .product(name: "AccountsAPI", package: "Accounts"),
                .product(name: "AccountsClient", package: "Accounts"),
                .product(name: "CaptchaAPI", package: "Captcha"),
                .product(name: "CommentsAPI", package: "Comments"),
                .product(name: "CommentsClient", package: "Comments"),
                .product(name: "CommentsServiceAPI", package: "Comments"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "FeedAPI", package: "Feed"),
                .product(name: "FeedClient", package: "Feed"),
                .product(name: "FeedServiceAPI", package: "Feed"),
                .product(name: "HTTPServingLoopback", package: "HTTPServing"),
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "HTTPTransportTesting", package: "HTTPTransport"),
                .product(name: "LoginAPI", package: "Login"),
                .product(name: "LoginClient", package: "Login"),
                .product(name: "MailAPI", package: "Mail"),
                .product(name: "MailTesting", package: "Mail"),
                .product(name: "AddressChangeAPI", package: "AddressChange"),
                .product(name: "AddressChangeClient", package: "AddressChange"),
                .product(name: "PasswordChangeAPI", package: "PasswordChange"),
                .product(name: "PasswordChangeClient", package: "PasswordChange"),
                .product(name: "PasswordRecoveryAPI", package: "PasswordRecovery"),
                .product(name: "PasswordRecoveryClient", package: "PasswordRecovery"),
                .product(name: "RegistrationAPI", package: "Registration"),
                .product(name: "RegistrationClient", package: "Registration"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
                .product(name: "SQLStoreTesting", package: "SQLStore"),
                .product(name: "SecureStorageAPI", package: "SecureStorage"),
                .product(name: "SecureStorageClient", package: "SecureStorage"),
                .product(name: "SecureStorageTesting", package: "SecureStorage"),
                .product(name: "ServerTesting", package: "Server"),
                .product(name: "SessionsAPI", package: "Sessions"),
                .product(name: "SessionsClient", package: "Sessions"),
                .product(name: "SessionsTesting", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
                .product(name: "TokenRefreshClient", package: "TokenRefresh"),
            ])
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
