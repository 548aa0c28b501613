// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Presenting",
    products: [.library(name: "Presenting", targets: ["Presenting"])],
    dependencies: [.package(path: "../Localization"), .package(path: "../PluginKit")],
    targets: [
        .target(name: "Presenting", dependencies: ["Localization", "PluginKit"]),
        .testTarget(name: "PresentingTests", dependencies: ["Localization", "Presenting"]),
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
