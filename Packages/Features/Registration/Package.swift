// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Registration",
    products: [
        .library(name: "RegistrationAPI", targets: ["RegistrationAPI"]),
        .library(name: "RegistrationClient", targets: ["RegistrationClient"]),
        .library(name: "RegistrationPresentation", targets: ["RegistrationPresentation"]),
        .library(name: "RegistrationService", targets: ["RegistrationService"]),
        .library(name: "RegistrationServiceAPI", targets: ["RegistrationServiceAPI"]),
        .library(name: "RegistrationTesting", targets: ["RegistrationTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Console"),
        .package(path: "../../Infrastructure/HTTPServing"),
        .package(path: "../../Infrastructure/HTTPTransport"),
        .package(path: "../../Infrastructure/Telemetry"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/HTTPTypes"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../Accounts"),
        .package(path: "../Sessions"),
    ],
    targets: [
        .target(name: "RegistrationAPI", dependencies: ["CoreModels", "Localization"]),
        .target(name: "RegistrationContract", dependencies: ["CoreModels"]),
        .target(
            name: "RegistrationClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit", "RegistrationAPI", "RegistrationContract",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "SessionsAPI", package: "Sessions"),
            ]),
        .target(name: "RegistrationServiceAPI", dependencies: ["CoreModels", "PluginKit"]),
        .target(
            name: "RegistrationService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "PluginKit", "RegistrationContract",
                "RegistrationServiceAPI",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .target(
            name: "RegistrationPresentation",
            dependencies: [
                "CoreModels", "Localization", "PluginKit", "RegistrationAPI",
                .product(name: "ConsoleAPI", package: "Console"),
            ]),
        .target(name: "RegistrationTesting", dependencies: ["Locking", "RegistrationAPI"]),
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
