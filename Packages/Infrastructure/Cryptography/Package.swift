// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Cryptography",
    products: [
        .library(name: "CryptographyAPI", targets: ["CryptographyAPI"])
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels")
    ],
    targets: [
        .target(
            name: "CryptographyAPI",
            dependencies: [.product(name: "CoreModels", package: "CoreModels")]
        )
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
        ]
}
