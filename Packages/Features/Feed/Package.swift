// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Feed",
    products: [
        .library(name: "FeedAPI", targets: ["FeedAPI"]),
        .library(name: "FeedClient", targets: ["FeedClient"]),
        .library(name: "FeedPresentation", targets: ["FeedPresentation"]),
        .library(name: "FeedService", targets: ["FeedService"]),
        .library(name: "FeedServiceAPI", targets: ["FeedServiceAPI"]),
        .library(name: "FeedTesting", targets: ["FeedTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "FeedAPI", dependencies: ["CoreModels", "Localization"]),
        .target(name: "FeedContract", dependencies: ["CoreModels"]),
        .target(
            name: "FeedClient",
            dependencies: [
                "AtomicFiles", "CoreModels", "FeedAPI", "FeedContract", "HTTPTypes", "Localization", "Locking",
                "PluginKit",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
            ]),
        .target(name: "FeedServiceAPI", dependencies: ["CoreModels"]),
        .target(
            name: "FeedService",
            dependencies: [
                "AtomicFiles", "CoreModels", "FeedContract", "FeedServiceAPI", "HTTPTypes", "Localization", "PluginKit",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
            ]),
        .target(
            name: "FeedPresentation",
            dependencies: [
                "CoreModels", "FeedAPI", "Localization", "PluginKit",
                .product(name: "ConsoleAPI", package: "Console"),
            ]),
        .target(name: "FeedTesting", dependencies: ["CoreModels", "FeedAPI", "Locking"]),
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
