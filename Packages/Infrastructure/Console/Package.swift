// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Console",
    products: [
        .library(name: "ConsoleAPI", targets: ["ConsoleAPI"]),
        .library(name: "ConsoleFuzzing", targets: ["ConsoleFuzzing"]),
        .library(name: "ConsolePictures", targets: ["ConsolePictures"]),
        .library(name: "ConsoleTerminal", targets: ["ConsoleTerminal"]),
        .library(name: "ConsoleTesting", targets: ["ConsoleTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
    ],
    targets: [
        .target(name: "ConsoleAPI", dependencies: ["CoreModels", "Localization", "PluginKit", "Presenting"]),
        .target(name: "ConsoleEngine", dependencies: ["ConsoleAPI", "CoreModels", "Localization", "Presenting"]),
        .target(name: "CTerminal"),
        .target(name: "CBitmaps", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png16")]),
        .target(
            name: "ConsolePictures", dependencies: ["CBitmaps", "ConsoleAPI"]),
        .target(
            name: "ConsoleTerminal",
            dependencies: [
                "AtomicFiles", "CTerminal", "ConsoleAPI", "ConsoleEngine", "CoreModels", "Localization", "Locking",
                "PluginKit",
            ]),
        .target(
            name: "ConsoleTesting",
            dependencies: [
                "ConsoleAPI", "ConsoleEngine", "CoreModels", "Localization", "Locking", "PluginKit", "Presenting",
            ]),
        .target(
            name: "ConsoleFuzzing", dependencies: ["ConsoleAPI", "ConsoleEngine", "KernelTesting", "Localization"],
            path: "Tests/ConsoleFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "ConsoleEngineTests",
            dependencies: [
                "ConsoleFuzzing",
                "ConsoleAPI", "ConsoleEngine", "ConsoleTesting", "CoreModels", "KernelTesting", "Localization",
                "PluginKit",
                "Presenting",
            ]),
        .testTarget(
            name: "ConsolePicturesTests", dependencies: ["ConsoleAPI", "ConsolePictures"]),
        .testTarget(
            name: "ConsoleTerminalTests",
            dependencies: ["ConsoleAPI", "ConsoleTerminal", "CoreModels", "KernelTesting", "Localization", "Locking"]),
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
