// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Threads",
    products: [.library(name: "Threads", targets: ["Threads"])],
    targets: [
        .target(name: "CThreads"),
        .target(name: "Threads", dependencies: ["CThreads"]),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
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
