// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Sessions",
    products: [
        .library(name: "SessionsAPI", targets: ["SessionsAPI"]),
        .library(name: "SessionsServiceAPI", targets: ["SessionsServiceAPI"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/SQLStore"),
    ],
    targets: [
        .target(name: "SessionsAPI", dependencies: ["CoreModels", "Localization", .product(name: "CryptographyAPI", package: "Cryptography")]),
        .target(
            name: "SessionsServiceAPI",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit",
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SQLStoreAPI", package: "SQLStore"),
            ]),
    ]
)

// --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
