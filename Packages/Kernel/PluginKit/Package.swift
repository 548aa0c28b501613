// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "PluginKit",
    products: [.library(name: "PluginKit", targets: ["PluginKit"])],
    dependencies: [
        .package(path: "../KernelTesting"),
        .package(path: "../Localization"),
        .package(path: "../Locking"),
    ],
    targets: [
        .target(name: "PluginKit", dependencies: ["Localization", "Locking"]),
        .testTarget(name: "PluginKitTests", dependencies: ["KernelTesting", "Localization", "Locking", "PluginKit"]),
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
