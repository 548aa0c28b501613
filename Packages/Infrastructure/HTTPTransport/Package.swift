// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HTTPTransport",
    products: [
        .library(name: "HTTPTransportAPI", targets: ["HTTPTransportAPI"]),
        .library(name: "HTTPTransportCurl", targets: ["HTTPTransportCurl"]),
        .library(name: "HTTPTransportTesting", targets: ["HTTPTransportTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../CurlKit"),
    ],
    targets: [
        .target(
            name: "HTTPTransportAPI",
            dependencies: [
                "Presenting", .product(name: "CoreModels", package: "CoreModels"),
                .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "PluginKit", package: "PluginKit"),
            ]
        ),
        .systemLibrary(name: "CWriteBack"),
        .target(
            name: "HTTPTransportFiles",
            dependencies: ["CWriteBack", "HTTPTransportAPI", .product(name: "Locking", package: "Locking")]
        ),
        .target(
            name: "HTTPTransportCurl",
            dependencies: [
                "HTTPTransportAPI", "HTTPTransportFiles", "Presenting",
                .product(name: "CurlKit", package: "CurlKit"),
                .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "Locking", package: "Locking"),
                .product(name: "PluginKit", package: "PluginKit"),
            ]
        ),
        .target(
            name: "HTTPTransportTesting",
            dependencies: [
                "HTTPTransportAPI", "Presenting", .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "Localization", package: "Localization"), .product(name: "Locking", package: "Locking"),
            ]
        ),
        .testTarget(
            name: "HTTPTransportAPITests",
            dependencies: [
                "HTTPTransportAPI", "Localization", "Presenting", .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "KernelTesting", package: "KernelTesting"),
            ]
        ),
        .testTarget(
            name: "HTTPTransportCurlTests",
            dependencies: [
                "HTTPTransportAPI", "HTTPTransportCurl", "HTTPTransportTesting", "Presenting",
                .product(name: "HTTPTypes", package: "HTTPTypes"),
                .product(name: "KernelTesting", package: "KernelTesting"),
                .product(name: "Localization", package: "Localization"),
                .product(name: "Locking", package: "Locking"),
                .product(name: "PluginKit", package: "PluginKit"),
            ]
        ),
        .testTarget(
            name: "HTTPTransportTestingTests",
            dependencies: [
                "HTTPTransportAPI", "HTTPTransportTesting",
                .product(name: "HTTPTypes", package: "HTTPTypes"),
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
