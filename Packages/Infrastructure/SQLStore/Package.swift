// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SQLStore",
    products: [
        .library(name: "SQLStoreAPI", targets: ["SQLStoreAPI"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/Localization"),
    ],
    targets: [
        .target(name: "SQLStoreAPI", dependencies: ["CoreModels", "Localization"]),
        .testTarget(name: "SQLStoreAPITests", dependencies: ["SQLStoreAPI"]),
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
