// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Accounts",
    products: [
        .library(name: "AccountsAPI", targets: ["AccountsAPI"]),
        .library(name: "AccountsServiceAPI", targets: ["AccountsServiceAPI"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Infrastructure/SQLStore"),
    ],
    targets: [
        .target(name: "AccountsAPI", dependencies: ["CoreModels"]),
        .target(
            name: "AccountsServiceAPI",
            dependencies: [
                "CoreModels", "PluginKit",
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
