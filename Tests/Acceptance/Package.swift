// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Acceptance",
    dependencies: [
        .package(path: "../../Packages/Infrastructure/Cryptography"),
        .package(path: "../../Packages/Infrastructure/Pictures"),
        .package(path: "../../Packages/Infrastructure/Places"),
        .package(path: "../../Packages/Infrastructure/SecureDelivery"),
        .package(path: "../../Packages/Infrastructure/ServiceNotification"),
        .package(path: "../../Packages/Kernel/CoreModels"),
        .package(path: "../../Packages/Kernel/KernelTesting"),
        .package(path: "../../Packages/Kernel/Locking"),
        .package(path: "../../Packages/Kernel/Threads"),
    ],
    targets: [
        .testTarget(
            name: "AcceptanceTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Locking", "Threads",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "PicturesAPI", package: "Pictures"),
                .product(name: "PicturesTesting", package: "Pictures"),
                .product(name: "PlacesTesting", package: "Places"),
                .product(name: "SecureDeliveryTesting", package: "SecureDelivery"),
                .product(name: "ServiceNotificationTesting", package: "ServiceNotification"),
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
