import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization

let someText = LocalizedText(en: "A setting.", es: "Un ajuste.")

enum Transport: String, CaseIterable, ConfigurationValue { case outbox, smtp }

extension ConfigurationKey<Duration> {
    static let lifetime = ConfigurationKey(
        "tokens.access_lifetime", default: .seconds(300), allowed: .range(.seconds(60) ... .seconds(3600)),
        summary: someText)
}
extension ConfigurationKey<Bool> {
    static let limits = ConfigurationKey("limits.enabled", default: true, summary: someText)
}
extension ConfigurationKey<Int> {
    static let failures = ConfigurationKey(
        "lockout.failures", default: 5, allowed: .range(1...1000), summary: someText)
}
extension ConfigurationKey<String> {
    static let listen = ConfigurationKey(
        "server.listen", default: "127.0.0.1:8080",
        allowed: .matching(LocalizedText(en: "HOST:PORT", es: "HOST:PUERTO")) { $0.contains(":") }, summary: someText)
}
extension ConfigurationKey<[String]> {
    static let disabled = ConfigurationKey("plugins.disabled", default: [], summary: someText)
}
extension ConfigurationKey<Transport> {
    static let transport = ConfigurationKey("mail.transport", default: .outbox, summary: someText)
}
extension ConfigurationKey<Secret?> {
    static let password = ConfigurationKey("mail.smtp.password", default: nil, summary: someText)
}
extension ConfigurationKey<URL?> {
    static let address = ConfigurationKey("server.public_url", default: nil, summary: someText)
}

let declarations = [
    ConfigurationKey<Duration>.lifetime.declaration, ConfigurationKey<Bool>.limits.declaration,
    ConfigurationKey<Int>.failures.declaration,
    ConfigurationKey<String>.listen.declaration, ConfigurationKey<[String]>.disabled.declaration,
    ConfigurationKey<Transport>.transport.declaration,
    ConfigurationKey<Secret?>.password.declaration, ConfigurationKey<URL?>.address.declaration,
]

/// Loads settings of a file, of the environment and of flags.
protocol LoaderSuite {
    var folder: TemporaryFolder { get }
}

extension LoaderSuite {
    var path: String { folder.path(of: "essentiald.json5") }

    func load(
        file: String? = nil, environment: [String: String] = [:], flags: [ConfigurationLoader.Flag] = []
    ) throws -> Configuration {
        if let file { try Data(file.utf8).write(to: URL(filePath: path)) }
        return try ConfigurationLoader(file: file.map { _ in path }, environment: environment, flags: flags)
            .load(declarations)
    }
}
