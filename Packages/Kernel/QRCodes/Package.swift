// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "QRCodes",
    products: [.library(name: "QRCodes", targets: ["QRCodes"])],
    dependencies: [.package(path: "../CoreModels"), .package(path: "../KernelTesting")],
    targets: [
        .target(name: "QRCodes", dependencies: ["CoreModels"]),
        .testTarget(
            name: "QRCodesTests", dependencies: ["CoreModels", "KernelTesting", "QRCodes"], exclude: ["Vectors"]),
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
