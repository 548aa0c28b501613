import ConfigurationAPI
import ConfigurationSources
import FoundationEssentials
import PluginKit
import ServerWiring
import Testing

struct ServerDeclarationsTests {
    private let declarations: ServerDeclarations

    init() throws {
        declarations = try ServerDeclarations(ServerSettings(environment: ["HOME": "~"]))
    }

    @Test func theDocumentSaysWhatThePluginsDeclare() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../docs/configuration.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let begin = try #require(text.firstRange(of: "<!-- keys: written by `make configuration` -->\n"))
        let end = try #require(text.firstRange(of: "<!-- end of keys -->"))
        let isSame = text[begin.upperBound..<end.lowerBound] == ConfigurationDocument(declarations.sections).markdown
        #expect(isSame, "`make configuration` writes docs/configuration.md")
    }

    @Test func settingsThatScriptsRelyOnAreThere() {
        let fixed = [
            "server.listen", "server.data", "server.public_url", "server.tls.certificate", "server.tls.key",
            "server.trusted_proxies", "tokens.access_lifetime", "tokens.refresh_idle", "tokens.refresh_absolute",
            "tokens.refresh_grace", "tokens.require_dpop", "accounts.enumeration", "accounts.verification",
            "accounts.after_registration", "lockout.failures", "lockout.window", "lockout.duration",
            "lockout.captcha_after", "limits.enabled", "recovery.link_lifetime", "recovery.code_lifetime",
            "verification.link_lifetime", "mail.transport", "mail.outbox", "plugins.disabled",
        ]
        #expect(Set(fixed).subtracting(declarations.keys.map(\.name)) == [])
    }

    @Test(arguments: [
        ("server.public-url", "https://example.com/a/../b", "https://example.com/a..b"),
        ("server.public-url", "https://example.com/%2e%2e/", "https://example.com/essential"),
        ("tokens.refresh-idle", "3651d", "3650d"), ("tokens.refresh-absolute", "99999999d", "180d"),
    ])
    func whatCanNotBeMeantIsRefusedWithWhatCan(flag: String, wrong: String, right: String) throws {
        func load(_ value: String) throws {
            _ = try ConfigurationLoader(flags: [.init(name: flag, value: value)]).load(declarations.keys)
        }
        try load(right)
        #expect(throws: ConfigurationError.self) { try load(wrong) }
    }

    @Test func whatIsConfiguredOrNotIsKnown() {
        for name in ["mail-smtp", "mail-folder", "demo-content", "feed", "comments"] {
            #expect(declarations.pluginNames.contains(name))
        }
    }
}
