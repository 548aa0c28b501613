// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HTTPTransport",
    products: [
        .library(name: "HTTPTransportAPI", targets: ["HTTPTransportAPI"])
    ],
    dependencies: [
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
    ],
    targets: [
        .target(
            name: "HTTPTransportAPI",
            dependencies: [
                .product(name: "CoreModels", package: "CoreModels"), .product(name: "HTTPTypes", package: "HTTPTypes"),
            ]
        ),
        .testTarget(
            name: "HTTPTransportAPITests",
            dependencies: ["HTTPTransportAPI", .product(name: "HTTPTypes", package: "HTTPTypes")]
        ),
    ]
)

// --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
