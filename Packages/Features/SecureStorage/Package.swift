// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SecureStorage",
    products: [
        .library(name: "SecureStorageAPI", targets: ["SecureStorageAPI"]),
        .library(name: "SecureStorageFuzzing", targets: ["SecureStorageFuzzing"]),
        .library(name: "SecureStorageClient", targets: ["SecureStorageClient"]),
        .library(name: "SecureStoragePresentation", targets: ["SecureStoragePresentation"]),
        .library(name: "SecureStorageScreens", targets: ["SecureStorageScreens"]),
        .library(name: "SecureStorageTesting", targets: ["SecureStorageTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PasswordQuality"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/Threads"),
    ],
    targets: [
        .target(name: "SecureStorageAPI", dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting"]),
        .systemLibrary(name: "CLinuxStorage"),
        .target(
            name: "SecureStorageLinux", dependencies: ["CLinuxStorage", "CoreModels", "Locking"]),
        .target(
            name: "SecureStorageClient",
            dependencies: [
                "CoreModels", "Localization", "Locking", "PasswordQuality", "PluginKit", "SecureStorageAPI",
                "SecureStorageLinux", "Threads",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .target(name: "SecureStorageDialogue", dependencies: ["Localization", "SecureStorageAPI"]),
        .target(
            name: "SecureStoragePresentation",
            dependencies: [
                "Localization", "PluginKit", "Presenting", "SecureStorageAPI", "SecureStorageDialogue",
                .product(name: "ConsoleAPI", package: "Console"),
            ]),
        .target(
            name: "SecureStorageScreens",
            dependencies: [
                "CoreModels", "Localization", "Locking", "PluginKit", "Presenting", "SecureStorageAPI",
                "SecureStorageDialogue", .product(name: "ScreensAPI", package: "Screens"),
            ]),
        .testTarget(
            name: "SecureStorageScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit", "Presenting", "SecureStorageAPI",
                "SecureStorageScreens", "SecureStorageTesting", .product(name: "ScreensAPI", package: "Screens"),
                .product(name: "ScreensTesting", package: "Screens"),
            ]),
        .target(
            name: "SecureStorageFuzzing", dependencies: ["CoreModels", "KernelTesting", "SecureStorageClient"],
            path: "Tests/SecureStorageFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "SecureStoragePresentationTests",
            dependencies: [
                "KernelTesting", "Locking", "PluginKit", "SecureStorageAPI", "SecureStoragePresentation",
                "SecureStorageTesting",
                .product(name: "ConsoleAPI", package: "Console"),
                .product(name: "ConsoleTesting", package: "Console"),
            ]),
        .target(name: "SecureStorageTesting", dependencies: ["CoreModels", "Locking", "SecureStorageAPI"]),
        // A program that the tests run many times at once, and kill.
        .executableTarget(
            name: "VaultHammer",
            dependencies: [
                "CoreModels", "PluginKit", "SecureStorageAPI", "SecureStorageClient",
                .product(name: "CryptographyOpenSSL", package: "Cryptography"),
            ],
            path: "Tests/Support/VaultHammer"),
        .testTarget(
            name: "SecureStorageAPITests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Presenting", "SecureStorageAPI", "SecureStorageTesting",
            ]),
        .testTarget(
            name: "SecureStorageClientTests",
            dependencies: [
                "SecureStorageFuzzing",
                "CoreModels", "KernelTesting", "Localization", "Locking", "PluginKit", "SecureStorageAPI",
                "SecureStorageClient",
                "SecureStorageLinux", "SecureStorageTesting", "VaultHammer",
                .product(name: "CryptographyAPI", package: "Cryptography"),
                .product(name: "CryptographyTesting", package: "Cryptography"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
                .product(name: "TelemetryTesting", package: "Telemetry"),
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
