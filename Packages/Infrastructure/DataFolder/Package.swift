// swift-tools-version: 6.2
import PackageDescription

let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")

let package = Package(
    name: "DataFolder",
    products: [
        .library(name: "DataFolderAPI", targets: ["DataFolderAPI"]),
        .library(name: "DataFolderDisk", targets: ["DataFolderDisk"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../HTTPServing"),
        .package(path: "../SQLStore"),
    ],
    targets: [
        .target(name: "DataFolderAPI", dependencies: ["PluginKit"]),
        .target(
            name: "DataFolderDisk",
            dependencies: [
                "AtomicFiles", "CoreModels", "DataFolderAPI", "HTTPTypes", "Localization", "Locking", "PluginKit",
                "Presenting",
                serving, store,
            ]),
        .testTarget(
            name: "DataFolderDiskTests",
            dependencies: [
                "AtomicFiles", "CoreModels", "DataFolderAPI", "DataFolderDisk", "HTTPTypes", "KernelTesting",
                "Localization", "PluginKit", "Presenting", serving, store,
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
