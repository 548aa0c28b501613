// swift-tools-version: 6.2
import PackageDescription

let curl = Target.Dependency.product(name: "CurlKit", package: "CurlKit")

let package = Package(
    name: "SecureDelivery",
    products: [
        .library(name: "SecureDeliveryAPI", targets: ["SecureDeliveryAPI"]),
        .library(name: "SecureDeliveryCurl", targets: ["SecureDeliveryCurl"]),
        .library(name: "SecureDeliveryTesting", targets: ["SecureDeliveryTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../CurlKit"),
    ],
    targets: [
        .target(name: "SecureDeliveryAPI"),
        .target(name: "SecureDeliveryCurl", dependencies: ["SecureDeliveryAPI", curl]),
        .target(name: "SecureDeliveryTesting", dependencies: ["KernelTesting", "SecureDeliveryAPI"]),
        .testTarget(
            name: "SecureDeliveryCurlTests",
            dependencies: ["KernelTesting", "SecureDeliveryAPI", "SecureDeliveryCurl", "SecureDeliveryTesting"]),
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
