// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Cryptography",
    products: [
        .library(name: "CryptographyAPI", targets: ["CryptographyAPI"]),
        .library(name: "CryptographyFuzzing", targets: ["CryptographyFuzzing"]),
        .library(name: "CryptographyOpenSSL", targets: ["CryptographyOpenSSL"]),
        .library(name: "CryptographyTesting", targets: ["CryptographyTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
    ],
    targets: [
        .target(
            name: "CryptographyAPI",
            dependencies: [.product(name: "CoreModels", package: "CoreModels")]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(name: "CProcess"),
        .target(name: "CLockedContexts", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CPasswordLibraries"),
        .target(name: "CWipedMemory"),
        .target(
            name: "CryptographyOpenSSL",
            dependencies: [
                "CLockedContexts",
                "COpenSSL",
                "CPasswordLibraries",
                "CProcess",
                "CWipedMemory",
                "CryptographyAPI",
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "Locking", package: "Locking"),
                .product(name: "PluginKit", package: "PluginKit"),
            ]
        ),
        .target(
            name: "CryptographyTesting",
            dependencies: [
                "CryptographyAPI",
                "CryptographyOpenSSL",
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "KernelTesting", package: "KernelTesting"),
                .product(name: "Locking", package: "Locking"),
            ]
        ),
        // A program that forks, which a test with its many threads must not.
        .executableTarget(
            name: "ForkProbe",
            dependencies: [
                "CryptographyAPI",
                "CryptographyOpenSSL",
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "PluginKit", package: "PluginKit"),
            ],
            path: "Tests/Support/ForkProbe"
        ),
        .target(
            name: "CryptographyFuzzing",
            dependencies: [
                .product(name: "CoreModels", package: "CoreModels"), "CryptographyAPI", "CryptographyTesting",
                .product(name: "KernelTesting", package: "KernelTesting"),
            ],
            path: "Tests/CryptographyFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "CryptographyAPITests",
            dependencies: [
                "CryptographyFuzzing",
                "CryptographyAPI",
                "CryptographyTesting",
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "KernelTesting", package: "KernelTesting"),
            ]
        ),
        .testTarget(
            name: "CryptographyOpenSSLTests",
            dependencies: [
                "CryptographyAPI",
                "CryptographyOpenSSL",
                "CryptographyTesting",
                "ForkProbe",
                .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "KernelTesting", package: "KernelTesting"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "Locking", package: "Locking"),
                .product(name: "PluginKit", package: "PluginKit"),
            ],
            exclude: ["Vectors"]
        ),
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
