// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CoreModels",
    products: [
        .library(name: "CoreModels", targets: ["CoreModels"]),
        .library(name: "CoreModelsFuzzing", targets: ["CoreModelsFuzzing"]),
    ],
    dependencies: [.package(path: "../KernelTesting")],
    targets: [
        .target(name: "CoreModels"),
        .target(
            name: "CoreModelsFuzzing", dependencies: ["CoreModels", "KernelTesting"], path: "Tests/CoreModelsFuzzing",
            exclude: ["Corpus"]),
        .testTarget(name: "CoreModelsTests", dependencies: ["CoreModels", "CoreModelsFuzzing", "KernelTesting"]),
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
