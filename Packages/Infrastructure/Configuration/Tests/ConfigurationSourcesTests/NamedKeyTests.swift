import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// Keys that stand for one setting for each thing with a name.
struct NamedKeyTests {
    private static let issuer = ConfigurationKey<URL?>(
        "providers.NAME.issuer", default: nil, summary: LocalizedText(verbatim: "issuer"))
    private static let secret = ConfigurationKey<Secret?>(
        "providers.NAME.client_secret", default: nil, summary: LocalizedText(verbatim: "secret"))
    private static let other = ConfigurationKey(
        "providers.timeout", default: 5, summary: LocalizedText(verbatim: "time"))
    private static let all = [issuer.declaration, secret.declaration, other.declaration]

    private func load(
        file: String? = nil, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> Configuration {
        let folder = try TemporaryFolder()
        let path = folder.path + "/configuration.json5"
        if let file { try Data(file.utf8).write(to: URL(filePath: path)) }
        return try ConfigurationLoader(
            file: file == nil ? nil : path, environment: environment,
            flags: flags.map { ConfigurationLoader.Flag(name: $0.key, value: $0.value) }
        ).load(Self.all)
    }

    @Test func areReadFromEverySource() throws {
        let configuration = try load(
            file: "{ providers: { google: { issuer: 'https://a.example' }, timeout: 7 } }",
            environment: ["ESSENTIAL_PROVIDERS_GOOGLE_CLIENT_SECRET": "hidden"],
            flags: ["providers.work2.issuer": "https://b.example"])
        #expect(configuration.names(of: Self.issuer) == ["google", "work2"])
        #expect(configuration.names(of: Self.secret) == ["google"])
        #expect(configuration[Self.issuer.named("google")]?.absoluteString == "https://a.example")
        #expect(configuration[Self.issuer.named("work2")]?.absoluteString == "https://b.example")
        #expect(configuration[Self.secret.named("google")]?.isEqual(to: Secret("hidden")) == true)
        #expect(configuration[Self.other] == 7)
        #expect(
            configuration.entries.map(\.name) == [
                "providers.google.issuer", "providers.work2.issuer", "providers.google.client_secret",
                "providers.timeout",
            ])
        #expect(configuration.entries.allSatisfy { !$0.text.contains("hidden") })
    }

    @Test func ofWhichNoneIsGivenShowNothing() throws {
        let configuration = try load()
        #expect(configuration.entries.map(\.name) == ["providers.timeout"])
        #expect(configuration.names(of: Self.issuer).isEmpty && Configuration.defaults.names(of: Self.issuer).isEmpty)
    }

    @Test(arguments: [
        "providers.Google.issuer", "providers.NAME.issuer", "providers.a-b.issuer", "providers.a_b.issuer",
        "providers.9.issuer", "providers..issuer", "providers.a.b.issuer", "providers.issuer",
        "providers.aaaaaaaaaaaaaaaaaaaaa.issuer", "providers.google.issue", "providers.gögle.issuer",
    ])
    func refuseNamesThatAreNone(key: String) {
        #expect(throws: ConfigurationError.self) { try load(file: "{ '\(key)': 'https://a.example' }") }
    }

    @Test func outdoEachOtherAsOthersDo() throws {
        let configuration = try load(
            file: "{ 'providers.google.issuer': 'https://a.example' }",
            environment: ["ESSENTIAL_PROVIDERS_GOOGLE_ISSUER": "https://b.example"])
        #expect(configuration[Self.issuer.named("google")]?.absoluteString == "https://b.example")
        #expect(throws: ConfigurationError.self) {
            try load(environment: ["ESSENTIAL_PROVIDERS_GOOGLE_ISSUER": "nothing"])
        }
    }
}
