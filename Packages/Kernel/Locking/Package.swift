// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Locking",
    products: [.library(name: "Locking", targets: ["Locking"])],
    targets: [
        .target(name: "CThreadSanitizer"),
        .target(name: "Locking", dependencies: ["CThreadSanitizer"]),
        .testTarget(name: "LockingTests", dependencies: ["Locking"]),
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
