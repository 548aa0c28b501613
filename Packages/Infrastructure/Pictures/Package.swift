// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Pictures",
    products: [
        .library(name: "PicturesAPI", targets: ["PicturesAPI"]),
        .library(name: "PicturesFuzzing", targets: ["PicturesFuzzing"]),
        .library(name: "PicturesGD", targets: ["PicturesGD"]),
        .library(name: "PicturesTesting", targets: ["PicturesTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "PicturesAPI"),
        // Loads the libraries (libgd-dev, libheif-dev, zlib1g-dev) when a picture is decoded.
        .target(name: "CGD"),
        .target(
            name: "PicturesGD",
            dependencies: [
                "CGD", "CoreModels", "Localization", "Locking", "PicturesAPI", "PluginKit",
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .target(name: "PicturesTesting", dependencies: ["Locking", "PicturesAPI", "PicturesGD"]),
        // The worker, as the server has it inside.
        .executableTarget(
            name: "PictureWorkerProgram", dependencies: ["PicturesGD"], path: "Tests/Support/PictureWorkerProgram"),
        .target(
            name: "PicturesFuzzing", dependencies: ["KernelTesting", "PicturesGD"],
            path: "Tests/PicturesFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "PicturesGDTests",
            dependencies: [
                "PicturesFuzzing",
                "KernelTesting", "PictureWorkerProgram", "PicturesAPI", "PicturesGD", "PicturesTesting", "PluginKit",
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
