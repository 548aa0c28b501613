// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DemoContent",
    products: [
        .executable(name: "demo-pictures", targets: ["demo-pictures"]),
        .library(name: "DemoContentService", targets: ["DemoContentService"]),
    ],
    dependencies: [
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
        .target(
            name: "DemoPictures",
            // Arithmetic on vectors is a hundred times slower without the
            // optimiser: a debug server would paint for minutes.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        .executableTarget(name: "demo-pictures", dependencies: ["DemoPictures"]),
        .target(
            name: "DemoContentService",
            dependencies: [
                "CoreModels", "DemoPictures", "Localization", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CommentsServiceAPI", package: "Comments"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "FeedServiceAPI", package: "Feed"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .testTarget(
            name: "DemoContentServiceTests",
            dependencies: [
                "CoreModels", "DemoContentService", "DemoPictures", "KernelTesting", "Locking", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "CommentsServiceAPI", package: "Comments"),
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "FeedServiceAPI", package: "Feed"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .testTarget(name: "DemoPicturesTests", dependencies: ["DemoPictures"]),
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
