// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Comments",
    products: [
        .library(name: "CommentsAPI", targets: ["CommentsAPI"]),
        .library(name: "CommentsClient", targets: ["CommentsClient"]),
        .library(name: "CommentsPresentation", targets: ["CommentsPresentation"]),
        .library(name: "CommentsService", targets: ["CommentsService"]),
        .library(name: "CommentsServiceAPI", targets: ["CommentsServiceAPI"]),
        .library(name: "CommentsTesting", targets: ["CommentsTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../Feed"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "CommentsAPI", dependencies: ["CoreModels", "Localization"]),
        .target(name: "CommentsContract", dependencies: ["CoreModels"]),
        .target(
            name: "CommentsClient",
            dependencies: [
                "CommentsAPI", "CommentsContract", "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
            ]),
        .target(name: "CommentsServiceAPI", dependencies: ["CoreModels"]),
        .target(
            name: "CommentsService",
            dependencies: [
                "CommentsAPI", "CommentsContract", "CommentsServiceAPI", "CoreModels", "HTTPTypes", "Localization",
                "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "FeedServiceAPI", package: "Feed"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
            ]),
        .target(
            name: "CommentsPresentation",
            dependencies: [
                "CommentsAPI", "CoreModels", "Localization", "PluginKit",
                .product(name: "ConsoleAPI", package: "Console"),
            ]),
        .target(name: "CommentsTesting", dependencies: ["CommentsAPI", "CoreModels", "Locking"]),
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
