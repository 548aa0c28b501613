// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HTTPServing",
    products: [
        .library(name: "HTTPServingAPI", targets: ["HTTPServingAPI"])
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
    ],
    targets: [
        .target(
            name: "HTTPServingAPI",
            dependencies: [
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "PluginKit", package: "PluginKit"),
            ])
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
