// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")

let package = Package(
    name: "DemoContent",
    products: [.library(name: "DemoContentService", targets: ["DemoContentService"])],
    dependencies: [
        .package(path: "../../Infrastructure/Configuration"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../Comments"),
        .package(path: "../Feed"),
    ],
    targets: [
        .target(name: "CDemoPictures", exclude: ["pictures"]),
        .target(
            name: "DemoContentService",
            dependencies: [
                "CDemoPictures", "CoreModels", "Localization", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CommentsServiceAPI", package: "Comments"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "FeedServiceAPI", package: "Feed"),
                .product(name: "TelemetryAPI", package: "Telemetry"), configuration,
            ]),
        .testTarget(
            name: "DemoContentServiceTests",
            dependencies: [
                "CoreModels", "DemoContentService", "KernelTesting", "Locking", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CommentsServiceAPI", package: "Comments"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "FeedServiceAPI", package: "Feed"),
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
        ] + (target.type == .test ? [] : [.strictMemorySafety()])
}
