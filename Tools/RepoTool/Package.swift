// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "RepoTool",
    products: [.executable(name: "repo", targets: ["repo"])],
    dependencies: [.package(path: "../../Packages/Kernel/KernelTesting")],
    targets: [
        .target(name: "RepoKit"),
        .executableTarget(name: "repo", dependencies: ["RepoKit"]),
        .testTarget(name: "RepoKitTests", dependencies: ["KernelTesting", "RepoKit"]),
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
