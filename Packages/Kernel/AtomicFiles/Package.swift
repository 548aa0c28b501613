// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AtomicFiles",
    products: [.library(name: "AtomicFiles", targets: ["AtomicFiles"])],
    dependencies: [
        .package(path: "../KernelTesting"),
        .package(path: "../Localization"),
        .package(path: "../Locking"),
    ],
    targets: [
        .target(name: "AtomicFiles", dependencies: ["Localization", "Locking"]),
        .testTarget(name: "AtomicFilesTests", dependencies: ["AtomicFiles", "KernelTesting", "Localization"]),
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
