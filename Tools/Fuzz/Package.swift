// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fuzz",
    products: [.executable(name: "fuzz", targets: ["fuzz"])],
    dependencies: [
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Infrastructure/Configuration"),
        .package(path: "../../Packages/Infrastructure/Console"),
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/HTTPServing"),
        .package(path: "../../Packages/Infrastructure/Mail"),
        .package(path: "../../Packages/Infrastructure/Pictures"),
        .package(path: "../../Packages/Features/Feed"),
        .package(path: "../../Packages/Features/Passkeys"),
        .package(path: "../../Packages/Features/ProofOfPossession"),
        .package(path: "../../Packages/Features/SecureStorage"),
        .package(path: "../../Packages/Features/Sessions"),
    ],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "ConfigurationFuzzing", package: "Configuration"),
                .product(name: "ConsoleFuzzing", package: "Console"),
                .product(name: "CoreModelsFuzzing", package: "CoreModels"),
                .product(name: "CryptographyFuzzing", package: "Cryptography"),
                .product(name: "FeedFuzzing", package: "Feed"),
                .product(name: "HTTPServingFuzzing", package: "HTTPServing"),
                .product(name: "MailFuzzing", package: "Mail"),
                .product(name: "PasskeysFuzzing", package: "Passkeys"),
                .product(name: "PicturesFuzzing", package: "Pictures"),
                .product(name: "ProofOfPossessionFuzzing", package: "ProofOfPossession"),
                .product(name: "SecureStorageFuzzing", package: "SecureStorage"),
                .product(name: "SessionsFuzzing", package: "Sessions"),
                "KernelTesting",
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
