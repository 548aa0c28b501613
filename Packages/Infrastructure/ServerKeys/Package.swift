// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ServerKeys",
    products: [
        .library(name: "ServerKeysAPI", targets: ["ServerKeysAPI"]),
        .library(name: "ServerKeysFile", targets: ["ServerKeysFile"]),
        .library(name: "ServerKeysTesting", targets: ["ServerKeysTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Cryptography"),
    ],
    targets: [
        .target(
            name: "ServerKeysAPI",
            dependencies: [
                "AtomicFiles", "Localization", "PluginKit", "Presenting",
                .product(name: "CryptographyAPI", package: "Cryptography"),
            ]),
        .target(
            name: "ServerKeysFile",
            dependencies: [
                "ServerKeysAPI", "CoreModels", "Localization", "PluginKit",
                .product(name: "CryptographyAPI", package: "Cryptography"),
            ]),
        .target(
            name: "ServerKeysTesting",
            dependencies: [
                "ServerKeysAPI", "CoreModels",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
            ]),
        .testTarget(
            name: "ServerKeysFileTests",
            dependencies: [
                "ServerKeysAPI", "ServerKeysFile", "ServerKeysTesting", "KernelTesting", "Localization", "PluginKit",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
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
