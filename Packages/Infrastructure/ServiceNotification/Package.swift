// swift-tools-version: 6.2
import PackageDescription

let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")
let telemetryTesting = Target.Dependency.product(name: "TelemetryTesting", package: "Telemetry")

let package = Package(
    name: "ServiceNotification",
    products: [
        .library(name: "ServiceNotification", targets: ["ServiceNotification"]),
        .library(name: "ServiceNotificationTesting", targets: ["ServiceNotificationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(name: "ServiceNotification", dependencies: [telemetry]),
        .target(name: "ServiceNotificationTesting"),
        .testTarget(
            name: "ServiceNotificationTests",
            dependencies: [
                "KernelTesting", "Locking", "ServiceNotification", "ServiceNotificationTesting", telemetry,
                telemetryTesting,
            ]),
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
