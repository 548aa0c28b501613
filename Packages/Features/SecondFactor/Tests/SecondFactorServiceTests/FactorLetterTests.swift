import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PluginKit
import RateLimitingTesting
import SecondFactorService
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

/// What letters about a second factor advise: whoever wasn't it may not be let in anywhere.
struct FactorLetterTests {
    /// All that operators can have in words of their own, which are those that are sent.
    private static func templates() async throws -> [MailTemplate] {
        let accounts = try await RunningAccounts(others: SecondFactorMigrations.all)
        var host = PluginHost()
        try host.install(
            SecondFactorServicePlugin.self,
            .init(
                database: accounts.database, cryptography: try .real(), serverKeys: InMemoryServerKeys(),
                accounts: accounts.accounts, sessions: accounts.server.authentication,
                reauthentication: accounts.server.reauthentication, events: accounts.server.events,
                passwords: OnePassword(), passwordWays: accounts.passwords,
                limiters: InMemoryRateLimiters(now: accounts.date.now), mail: MailSpy(),
                log: LogSpy().logger, now: accounts.date.now))
        return try host.composed().values(of: MailTemplates.self)
    }

    @Test(.requirement("MFA-01", "MFA-02", "MFA-05", "L10N-01"))
    func eachLeadsWhoWasNotItToAPasswordByMail() async throws {
        let all = try await Self.templates()
        #expect(all.count == 9)
        for template in all {
            #expect(template.text.english.contains("Wasn't it you?"), "\(template.name)")
            #expect(template.text.spanish.contains("¿No fuiste tú?"), "\(template.name)")
            for text in [template.text.english, template.text.spanish] {
                #expect(text.contains("\n\n    {recover}"), "\(template.name)")
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 82 }, "\(template.name)")
                // Whoever has no session ends none.
                #expect(!text.contains("end all other sessions"), "\(template.name)")
            }
        }
    }
}
