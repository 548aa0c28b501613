// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Login",
    products: [
        .library(name: "LoginAPI", targets: ["LoginAPI"]),
        .library(name: "LoginClient", targets: ["LoginClient"]),
        .library(name: "LoginPresentation", targets: ["LoginPresentation"]),
        .library(name: "LoginService", targets: ["LoginService"]),
        .library(name: "LoginTesting", targets: ["LoginTesting"]),
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
        .target(name: "LoginAPI", dependencies: ["CoreModels", "Localization", "PluginKit"]),
        .target(name: "LoginContract", dependencies: ["CoreModels"]),
        .target(
            name: "LoginClient",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "LoginAPI", "LoginContract", "PluginKit",
                .product(name: "HTTPTransportAPI", package: "HTTPTransport"),
                .product(name: "SessionsAPI", package: "Sessions"),
            ]),
        .target(
            name: "LoginService",
            dependencies: [
                "CoreModels", "HTTPTypes", "Localization", "LoginContract", "PluginKit",
                .product(name: "AccountsServiceAPI", package: "Accounts"),
                .product(name: "HTTPServingAPI", package: "HTTPServing"),
                .product(name: "SessionsServiceAPI", package: "Sessions"),
                .product(name: "TelemetryAPI", package: "Telemetry"),
            ]),
        .target(
            name: "LoginPresentation",
            dependencies: [
                "CoreModels", "Localization", "LoginAPI", "PluginKit",
                .product(name: "ConsoleAPI", package: "Console"),
            ]),
        .target(name: "LoginTesting", dependencies: ["CoreModels", "Locking", "LoginAPI"]),
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
