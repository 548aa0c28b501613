// swift-tools-version: 6.2
import PackageDescription

let configuration = Target.Dependency.product(name: "ConfigurationAPI", package: "Configuration")
let configurationTesting = Target.Dependency.product(name: "ConfigurationTesting", package: "Configuration")
let telemetry = Target.Dependency.product(name: "TelemetryAPI", package: "Telemetry")

let package = Package(
    name: "HTTPServing",
    products: [
        .library(name: "HTTPServingAPI", targets: ["HTTPServingAPI"]),
        .library(name: "HTTPServingFuzzing", targets: ["HTTPServingFuzzing"]),
        .library(name: "HTTPServingLoopback", targets: ["HTTPServingLoopback"]),
        .library(name: "HTTPServingRouting", targets: ["HTTPServingRouting"]),
        .library(name: "HTTPServingMicroHTTPD", targets: ["HTTPServingMicroHTTPD"]),
        .library(name: "HTTPServingTesting", targets: ["HTTPServingTesting"]),
    ],
    dependencies: [
        .package(path: "../../Kernel/AtomicFiles"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Configuration"),
        .package(path: "../HTTPTransport"),
        .package(path: "../Telemetry"),
    ],
    targets: [
        .target(
            name: "HTTPServingAPI",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "Locking", "PluginKit", "Presenting", configuration,
            ]),
        .target(
            name: "HTTPServingRouting",
            dependencies: [
                "CoreModels", "HTTPServingAPI", "HTTPTypes", "Localization", "Locking", telemetry,
            ]),
        .systemLibrary(
            name: "CMicroHTTPD", path: "Sources/CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        // The linker lets a program's function stand for a library's only when it
        // sees that library.
        .target(name: "CReceivedBytes", linkerSettings: [.linkedLibrary("gnutls")]),
        .target(name: "CServerCertificate", linkerSettings: [.linkedLibrary("gnutls")]),
        .target(
            name: "HTTPServingMicroHTTPD",
            dependencies: [
                "AtomicFiles", "CMicroHTTPD", "CReceivedBytes", "CServerCertificate", "CoreModels", "HTTPServingAPI",
                "HTTPTypes",
                "Localization",
                "Locking", "PluginKit", "Presenting", configuration, telemetry,
            ]),
        .target(
            name: "HTTPServingLoopback",
            dependencies: [
                "HTTPServingAPI", "HTTPTypes", "Locking",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
            ]),
        .target(
            name: "HTTPServingTesting",
            dependencies: ["HTTPServingAPI", "HTTPServingLoopback", "HTTPServingRouting", "HTTPTypes", "Locking"]),
        .target(
            name: "HTTPServingFuzzing",
            dependencies: [
                "HTTPServingAPI", "HTTPServingMicroHTTPD", "HTTPServingTesting", "HTTPTypes", "KernelTesting",
                "Locking",
            ],
            path: "Tests/HTTPServingFuzzing", exclude: ["Corpus"]),
        .testTarget(
            name: "HTTPServingMicroHTTPDTests",
            dependencies: [
                "HTTPServingAPI", "HTTPServingMicroHTTPD", "HTTPServingRouting", "HTTPServingTesting", "HTTPTypes",
                "KernelTesting", "Localization", "Locking", "PluginKit",
            ]),
        .testTarget(
            name: "HTTPServingAPITests",
            dependencies: [
                "HTTPServingFuzzing", "HTTPServingAPI", "HTTPServingTesting", "HTTPTypes", "KernelTesting", "Locking",
                configuration, configurationTesting,
            ]),
        .testTarget(
            name: "HTTPServingRoutingTests",
            dependencies: [
                "CoreModels", "HTTPServingAPI", "HTTPServingRouting", "HTTPServingTesting", "HTTPTypes",
                "KernelTesting", "Localization", "Locking",
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .testTarget(
            name: "HTTPServingTestingTests",
            dependencies: [
                "HTTPServingAPI", "HTTPServingLoopback", "HTTPServingTesting", "HTTPTypes", "KernelTesting", "Locking",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
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
