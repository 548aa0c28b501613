// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SQLStore",
    products: [
        .library(name: "SQLStoreAPI", targets: ["SQLStoreAPI"]),
        .library(name: "SQLStoreSQLite", targets: ["SQLStoreSQLite"]),
        .library(name: "SQLStoreTesting", targets: ["SQLStoreTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Threads"),
    ],
    targets: [
        .target(name: "SQLStoreAPI", dependencies: ["CoreModels", "Localization", "Locking", "PluginKit"]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "SQLStoreSQLite",
            dependencies: ["CSQLite", "CoreModels", "Localization", "Locking", "PluginKit", "SQLStoreAPI", "Threads"]),
        .target(name: "SQLStoreTesting", dependencies: ["KernelTesting", "Locking", "SQLStoreAPI", "SQLStoreSQLite"]),
        .testTarget(name: "SQLStoreAPITests", dependencies: ["CoreModels", "SQLStoreAPI"]),
        .testTarget(
            name: "SQLStoreSQLiteTests",
            dependencies: [
                "KernelTesting", "Localization", "Locking", "PluginKit", "SQLStoreAPI", "SQLStoreSQLite",
                "SQLStoreTesting",
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
