// swift-tools-version: 6.2
import PackageDescription

let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let serving = Target.Dependency.product(name: "HTTPServingAPI", package: "HTTPServing")
let servingTesting = Target.Dependency.product(name: "HTTPServingTesting", package: "HTTPServing")

let package = Package(
    name: "WebUI",
    products: [.library(name: "WebUI", targets: ["WebUI"])],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Cryptography"),
        .package(path: "../HTTPServing"),
    ],
    targets: [
        .target(name: "WebUI", dependencies: ["CoreModels", "HTTPTypes", "Localization", "PluginKit", serving]),
        .testTarget(
            name: "WebUITests",
            dependencies: [
                "HTTPTypes", "KernelTesting", "Localization", "WebUI", cryptography, cryptographyTesting, serving,
                servingTesting,
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
