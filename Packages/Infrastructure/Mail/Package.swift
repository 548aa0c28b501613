// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Mail",
    products: [
        .library(name: "MailAPI", targets: ["MailAPI"]),
        .library(name: "MailOutbox", targets: ["MailOutbox"]),
        .library(name: "MailTesting", targets: ["MailTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
    ],
    targets: [
        .target(name: "MailAPI", dependencies: ["CoreModels"]),
        .target(
            name: "MailOutbox", dependencies: ["AtomicFiles", "CoreModels", "Localization", "MailAPI", "PluginKit"]),
        .target(name: "MailTesting", dependencies: ["Locking", "MailAPI"]),
        .testTarget(
            name: "MailOutboxTests",
            dependencies: ["CoreModels", "KernelTesting", "MailAPI", "MailOutbox", "PluginKit"]),
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
