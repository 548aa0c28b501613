// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")

let package = Package(
    name: "SQLStore",
    products: [
        .library(name: "SQLStoreAPI", targets: ["SQLStoreAPI"]),
        .library(name: "SQLStoreCopying", targets: ["SQLStoreCopying"]),
        .library(name: "SQLStorePostgres", targets: ["SQLStorePostgres"]),
        .library(name: "SQLStoreSQLite", targets: ["SQLStoreSQLite"]),
        .library(name: "SQLStoreTesting", targets: ["SQLStoreTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/Threads"),
        .package(path: "../Configuration"),
        .package(path: "../Cryptography"),
    ],
    targets: [
        .target(name: "SQLStoreAPI", dependencies: ["CoreModels", "Localization", "Locking", "PluginKit"]),
        .target(name: "SQLStoreCore", dependencies: ["Locking", "SQLStoreAPI", "Threads"]),
        .target(name: "CPostgreSQL"),
        .target(
            name: "SQLStorePostgres",
            dependencies: [
                "AtomicFiles", "CPostgreSQL", "CoreModels", "Localization", "Locking", "PluginKit", "Presenting",
                "SQLStoreAPI", "SQLStoreCore", "Threads", configuration,
            ]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CResidentReads"),
        .target(
            name: "SQLStoreSQLite",
            dependencies: [
                "CResidentReads", "CSQLite", "CoreModels", "Localization", "Locking", "PluginKit", "SQLStoreAPI",
                "SQLStoreCore",
                "Threads",
            ]),
        .target(
            name: "SQLStoreCopying",
            dependencies: [
                "Localization", "Presenting", "SQLStoreAPI", "SQLStoreCore", "SQLStorePostgres", "SQLStoreSQLite",
                "Threads", .product(name: "CryptographyAPI", package: "Cryptography"),
            ]),
        .target(
            name: "SQLStoreTesting",
            dependencies: [
                "CoreModels", "KernelTesting", "Locking", "SQLStoreAPI", "SQLStorePostgres", "SQLStoreSQLite",
            ]),
        .testTarget(name: "SQLStoreAPITests", dependencies: ["CoreModels", "SQLStoreAPI"]),
        .target(name: "CKeptStates"),
        .testTarget(
            name: "SQLStoreSQLiteTests",
            dependencies: [
                "CKeptStates", "KernelTesting", "Localization", "Locking", "PluginKit", "SQLStoreAPI", "SQLStoreSQLite",
                "SQLStoreTesting",
            ]),
        .testTarget(
            name: "SQLStoreCopyingTests",
            dependencies: [
                "KernelTesting", "Localization", "Locking", "SQLStoreAPI", "SQLStoreCopying",
                "SQLStorePostgres", "SQLStoreSQLite", "SQLStoreTesting",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
            ]),
        .testTarget(
            name: "SQLStorePostgresTests",
            dependencies: [
                "KernelTesting", "Localization", "Locking", "Presenting", "SQLStoreAPI", "SQLStorePostgres",
                "SQLStoreTesting", "Threads", configuration, configurationTesting,
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
