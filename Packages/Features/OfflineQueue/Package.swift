// swift-tools-version: 6.2
import PackageDescription

let console = Target.Dependency.product(name: "ConsoleAPI", package: "Console")
let consoleTesting = Target.Dependency.product(name: "ConsoleTesting", package: "Console")
let cryptography = Target.Dependency.product(name: "CryptographyOpenSSL", package: "Cryptography")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")
let secureStorage = Target.Dependency.product(name: "SecureStorageAPI", package: "SecureStorage")
let secureStorageClient = Target.Dependency.product(name: "SecureStorageClient", package: "SecureStorage")
let secureStorageTesting = Target.Dependency.product(name: "SecureStorageTesting", package: "SecureStorage")
let sessions = Target.Dependency.product(name: "SessionsAPI", package: "Sessions")
let sessionsTesting = Target.Dependency.product(name: "SessionsTesting", package: "Sessions")

let package = Package(
    name: "OfflineQueue",
    products: [
        .library(name: "OfflineQueueAPI", targets: ["OfflineQueueAPI"]),
        .library(name: "OfflineQueueClient", targets: ["OfflineQueueClient"]),
        .library(name: "OfflineQueuePresentation", targets: ["OfflineQueuePresentation"]),
        .library(name: "OfflineQueueScreens", targets: ["OfflineQueueScreens"]),
        .library(name: "OfflineQueueTesting", targets: ["OfflineQueueTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../../Kernel/Threads"),
        .package(path: "../SecureStorage"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(
            name: "OfflineQueueAPI",
            dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting", secureStorage]),
        .systemLibrary(name: "CNetlink"),
        .target(
            name: "OfflineQueueLinux", dependencies: ["CNetlink"]),
        .target(
            name: "OfflineQueueClient",
            dependencies: [
                "CoreModels", "Localization", "Locking", "OfflineQueueAPI", "OfflineQueueLinux", "PluginKit", "Threads",
                secureStorage, sessions,
            ]),
        .target(name: "OfflineQueueDialogue", dependencies: ["Localization", "OfflineQueueAPI"]),
        .target(
            name: "OfflineQueuePresentation",
            dependencies: [
                "CoreModels", "Localization", "OfflineQueueAPI", "OfflineQueueDialogue", "PluginKit", "Presenting",
                console,
            ]),
        .target(
            name: "OfflineQueueScreens",
            dependencies: [
                "CoreModels", "Localization", "Locking", "OfflineQueueAPI", "OfflineQueueDialogue", "PluginKit",
                "Presenting", screens,
            ]),
        .target(
            name: "OfflineQueueTesting", dependencies: ["CoreModels", "Localization", "Locking", "OfflineQueueAPI"]),
        // A program that the tests kill while it uses a queue.
        .executableTarget(
            name: "QueueHammer",
            dependencies: [
                "CoreModels", "Localization", "OfflineQueueAPI", "OfflineQueueClient", "PluginKit", cryptography,
                secureStorageClient,
            ],
            path: "Tests/Support/QueueHammer"),
        .testTarget(
            name: "OfflineQueueClientTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "Locking", "OfflineQueueAPI", "OfflineQueueClient",
                "OfflineQueueTesting", "PluginKit", "QueueHammer", secureStorage, secureStorageTesting,
                sessions, sessionsTesting,
            ]),
        .testTarget(
            name: "OfflineQueuePresentationTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "OfflineQueueAPI", "OfflineQueuePresentation",
                "OfflineQueueTesting", "PluginKit", console, consoleTesting,
            ]),
        .testTarget(
            name: "OfflineQueueScreensTests",
            dependencies: [
                "CoreModels", "KernelTesting", "Localization", "OfflineQueueAPI", "OfflineQueueScreens",
                "OfflineQueueTesting", "PluginKit", screens, screensTesting,
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
