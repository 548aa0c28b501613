// swift-tools-version: 6.2
import PackageDescription

let accounts = Target.Dependency.product(name: "AccountsServiceAPI", package: "Accounts")
let cryptography = Target.Dependency.product(name: "CryptographyAPI", package: "Cryptography")
let mail = Target.Dependency.product(name: "MailAPI", package: "Mail")
let screens = Target.Dependency.product(name: "ScreensAPI", package: "Screens")
let securityMetrics = Target.Dependency.product(name: "SecurityMetricsServiceAPI", package: "SecurityMetrics")
let securityMetricsTesting = Target.Dependency.product(
    name: "SecurityMetricsServiceTesting", package: "SecurityMetrics")
let serverKeys = Target.Dependency.product(name: "ServerKeysAPI", package: "ServerKeys")
let store = Target.Dependency.product(name: "SQLStoreAPI", package: "SQLStore")

let cryptographyTesting = Target.Dependency.product(name: "CryptographyTesting", package: "Cryptography")
let mailTesting = Target.Dependency.product(name: "MailTesting", package: "Mail")
let serverKeysTesting = Target.Dependency.product(name: "ServerKeysTesting", package: "ServerKeys")
let storeTesting = Target.Dependency.product(name: "SQLStoreTesting", package: "SQLStore")

let package = Package(
    name: "MailedProofs",
    products: [
        .library(name: "MailedProofsAPI", targets: ["MailedProofsAPI"]),
        .library(name: "MailedProofsScreensAPI", targets: ["MailedProofsScreensAPI"]),
        .library(name: "MailedProofsService", targets: ["MailedProofsService"]),
        .library(name: "MailedProofsServiceAPI", targets: ["MailedProofsServiceAPI"]),
        .library(name: "MailedProofsServiceTesting", targets: ["MailedProofsServiceTesting"]),
    ],
    dependencies: [
        .package(path: "../../Infrastructure/Cryptography"),
        .package(path: "../../Infrastructure/Mail"),
        .package(path: "../../Infrastructure/SQLStore"),
        .package(path: "../../Infrastructure/Screens"),
        .package(path: "../../Infrastructure/ServerKeys"),
        .package(path: "../../Kernel/CoreModels"),
        .package(path: "../../Kernel/KernelTesting"),
        .package(path: "../../Kernel/Localization"),
        .package(path: "../../Kernel/Locking"),
        .package(path: "../../Kernel/PluginKit"),
        .package(path: "../../Kernel/Presenting"),
        .package(path: "../Accounts"),
        .package(path: "../SecurityMetrics"),
    ],
    targets: [
        .target(name: "MailedProofsAPI", dependencies: ["Localization"]),
        .target(
            name: "MailedProofsScreensAPI", dependencies: ["CoreModels", "MailedProofsAPI", "Presenting", screens]),
        .target(
            name: "MailedProofsServiceAPI",
            dependencies: [
                "CoreModels", "MailedProofsAPI", "PluginKit", mail, serverKeys, store,
            ]),
        .target(
            name: "MailedProofsService",
            dependencies: [
                "CoreModels", "Localization", "Locking", "MailedProofsAPI", "MailedProofsServiceAPI", "PluginKit",
                accounts, cryptography, mail, securityMetrics, serverKeys, store,
            ]),
        .target(
            name: "MailedProofsServiceTesting",
            dependencies: [
                "KernelTesting", "MailedProofsService", "MailedProofsServiceAPI", "PluginKit", cryptography,
                cryptographyTesting, mail, securityMetrics, serverKeys, serverKeysTesting, store,
            ]),
        .testTarget(name: "MailedProofsAPITests", dependencies: ["KernelTesting", "MailedProofsAPI"]),
        .testTarget(
            name: "MailedProofsServiceTests",
            dependencies: [
                "CoreModels", "KernelTesting", "MailedProofsAPI", "MailedProofsService", "MailedProofsServiceAPI",
                "Locking", "PluginKit", cryptography, cryptographyTesting, mail, mailTesting, securityMetrics,
                securityMetricsTesting, serverKeys,
                serverKeysTesting, store,
                storeTesting,
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
