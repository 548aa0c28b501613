// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DemoContent",
    products: [
        .executable(name: "demo-pictures", targets: ["demo-pictures"])
    ],
    targets: [
        .target(
            name: "DemoPictures",
            // Arithmetic on vectors is a hundred times slower without the
            // optimiser: a debug server would paint for minutes.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        .executableTarget(name: "demo-pictures", dependencies: ["DemoPictures"]),
        .testTarget(name: "DemoPicturesTests", dependencies: ["DemoPictures"]),
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
