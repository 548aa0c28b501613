// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "PasswordQuality",
    products: [
        .library(name: "PasswordQuality", targets: ["PasswordQuality"]),
        .library(name: "PasswordQualityLists", targets: ["PasswordQualityLists"]),
        .library(name: "PasswordQualityTesting", targets: ["PasswordQualityTesting"]),
    ],
    dependencies: [
        .package(path: "../CoreModels"), .package(path: "../KernelTesting"), .package(path: "../Localization"),
    ],
    targets: [
        .target(name: "PasswordQuality", dependencies: ["CoreModels", "Localization"]),
        .target(name: "PasswordQualityLists", dependencies: ["Localization", "PasswordQuality"]),
        .target(name: "PasswordQualityTesting", dependencies: ["PasswordQuality"]),
        .testTarget(
            name: "PasswordQualityTests",
            dependencies: ["KernelTesting", "Localization", "PasswordQuality", "PasswordQualityTesting"]),
        .testTarget(
            name: "PasswordQualityListsTests",
            dependencies: ["KernelTesting", "PasswordQuality", "PasswordQualityLists"]),
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
