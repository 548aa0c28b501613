// swift-tools-version: 6.2
import PackageDescription

let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let screensTesting = Target.Dependency.product(name: "ScreensTesting", package: "Screens")

let package = Package(
    name: "Preferences",
    products: [
        .library(name: "PreferencesScreens", targets: ["PreferencesScreens"])
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
    ],
    targets: [
        .target(name: "PreferencesScreens", dependencies: ["Localization", "PluginKit", "Presenting", screens]),
        .testTarget(
            name: "PreferencesScreensTests",
            dependencies: ["KernelTesting", "Localization", "PluginKit", "PreferencesScreens", screens, screensTesting]),
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
