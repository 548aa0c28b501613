import ConfigurationAPI
import ConfigurationSources
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import MailAPI
import MailOutbox
import MailSMTP
import PluginKit
import Presenting
import Testing

/// What operators set of mail, as a program reads it.
struct SMTPSectionTests {
    private let sections =
        [MailOutboxPlugin.declarations, MailSMTPPlugin.declarations].flatMap {
            $0.values(of: ConfigurationSections.self)
        }

    private func configuration(_ settings: [String: String]) throws -> Configuration {
        let flags = settings.map { ConfigurationLoader.Flag(name: $0.key, value: $0.value) }
        return try ConfigurationLoader(flags: flags).load(sections.flatMap(\.declarations))
    }

    private func problems(_ settings: [String: String]) throws -> [any SettingsError] {
        let configuration = try configuration(settings)
        return sections.flatMap { $0.check(configuration) }
    }

    private let whole = [
        "mail.transport": "smtp", "mail.smtp.host": "mail.example.com", "mail.sender": "no-reply@example.com",
    ]

    @Test func aFolderNeedsNothing() throws {
        #expect(try problems([:]).isEmpty)
        #expect(try MailTransport.chosen(in: configuration([:])) == .outbox)
    }

    @Test func aMailServerNeedsItsNameAndASender() throws {
        #expect(
            try problems(["mail.transport": "smtp"]).map(\.settings) == [
                ["mail.transport", "mail.sender"], ["mail.transport", "mail.smtp.host"],
            ])
        #expect(try problems(whole).isEmpty)
        #expect(throws: UnusableSettings.self) {
            try MailSMTPPlugin.Dependencies(configuration(["mail.transport": "smtp"]))
        }
        _ = try MailSMTPPlugin.Dependencies(configuration(whole))
    }

    @Test func thePasswordComesFromOnePlace() throws {
        let folder = try TemporaryFolder()
        try Data("secret\n".utf8).write(to: URL(filePath: folder.path(of: "password")))
        let both = whole.merging(
            [
                "mail.smtp.username": "a", "mail.smtp.password": "b",
                "mail.smtp.password-file": folder.path(of: "password"),
            ]
        ) { $1 }
        #expect(
            try problems(both).map(\.settings) == [
                ["mail.smtp.username", "mail.smtp.password", "mail.smtp.password_file"]
            ])
    }

    @Test func mailLeavesTheMachineProtected() throws {
        let plain = try problems(whole.merging(["mail.smtp.security": "none"]) { $1 })
        #expect(plain.map(\.settings) == [["mail.smtp.host", "mail.smtp.security"]])
    }

    @Test func filesThatCannotBeReadAreToldBeforeTheyAreNeeded() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path(of: "missing")
        let files = try problems(
            whole.merging(
                ["mail.smtp.username": "a", "mail.smtp.password-file": missing, "mail.smtp.ca-file": missing]
            ) { $1 })
        #expect(files.map(\.settings) == [["mail.smtp.password_file", "mail.smtp.username"], ["mail.smtp.ca_file"]])
        #expect(files.allSatisfy { $0.text.english.contains(missing) && $0.code == "invalid_configuration" })
    }

    @Test func whatHasNoPasswordInItIsToldBeforeItIsNeeded() throws {
        let folder = try TemporaryFolder()
        let empty = folder.path(of: "empty"), pipe = folder.path(of: "pipe")
        try Data("\nsecret\n".utf8).write(to: URL(filePath: empty))
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [empty, pipe, "/dev/zero", folder.path] {
            let found = try problems(
                whole.merging(["mail.smtp.username": "a", "mail.smtp.password-file": path]) { $1 })
            #expect(found.map(\.settings) == [["mail.smtp.password_file", "mail.smtp.username"]], "\(path)")
        }
        for path in [pipe, "/dev/zero", folder.path] {
            let found = try problems(whole.merging(["mail.smtp.ca-file": path]) { $1 })
            #expect(found.map(\.settings) == [["mail.smtp.ca_file"]], "\(path)")
        }
    }
}
