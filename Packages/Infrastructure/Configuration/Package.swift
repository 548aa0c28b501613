// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Configuration",
    products: [
        .library(name: "ConfigurationAPI", targets: ["ConfigurationAPI"]),
        .library(name: "ConfigurationFuzzing", targets: ["ConfigurationFuzzing"]),
        .library(name: "ConfigurationSources", targets: ["ConfigurationSources"]),
        .library(name: "ConfigurationTesting", targets: ["ConfigurationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
    ],
    targets: [
        .target(name: "ConfigurationAPI", dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting"]),
        .target(name: "ConfigurationSources", dependencies: ["AtomicFiles", "ConfigurationAPI", "Localization"]),
        .target(name: "ConfigurationTesting", dependencies: ["ConfigurationAPI"]),
        .target(
            name: "ConfigurationFuzzing", dependencies: ["ConfigurationSources", "KernelTesting"],
            path: "Tests/ConfigurationFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "ConfigurationAPITests",
            dependencies: ["ConfigurationAPI", "ConfigurationTesting", "CoreModels", "Localization", "Presenting"]),
        .testTarget(
            name: "ConfigurationSourcesTests",
            dependencies: [
                "ConfigurationAPI", "ConfigurationFuzzing", "ConfigurationSources", "CoreModels", "KernelTesting",
                "Localization",
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
