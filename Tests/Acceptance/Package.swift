// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Acceptance",
    dependencies: [
        .package(path: "../../Packages/Infrastructure/Pictures"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Locking"),
    ],
    targets: [
        .testTarget(
            name: "AcceptanceTests",
            dependencies: [
                "KernelTesting", "Locking",
                .product(name: "PicturesAPI", package: "Pictures"),
                .product(name: "PicturesTesting", package: "Pictures"),
            ])
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
