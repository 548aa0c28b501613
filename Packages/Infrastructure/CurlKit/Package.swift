// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CurlKit",
    products: [
        .library(name: "CurlKit", targets: ["CurlKit"])
    ],
    dependencies: [
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Locking"),
    ],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CurlKit",
            dependencies: ["CCurl", .product(name: "Locking", package: "Locking")]
        ),
        .testTarget(
            name: "CurlKitTests",
            dependencies: [
                "CurlKit",
                .product(name: "KernelTesting", package: "KernelTesting"),
            ]
        ),
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
