import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailSMTP
import PluginKit
import Testing

struct SMTPDeliveryTests {
    @Test(arguments: SMTPSettings.Security.allCases)
    func aServerTakesALetterAfterTheLogin(_ security: SMTPSettings.Security) async throws {
        let server = try await MailServer(security.rawValue)
        let sending = try Sending(to: server, security)
        #expect(try await sending.deliver(to: "ana") == nil)
        let letter = try #require(try server.letters().first)
        #expect(letter.from == "no-reply@example.com" && letter.to == ["ana@example.com"])
        #expect(letter.tls == (security != .none))
        #expect(letter.user == "essential")
        #expect(letter.text == ".\nQUIT\n", "a line that is a dot doesn't end the letter")
    }

    @Test(arguments: [SMTPSettings.Security.starttls, .tls])
    func aWrongPasswordPostponesSinceTheOperatorCanMendIt(_ security: SMTPSettings.Security) async throws {
        let server = try await MailServer(security.rawValue)
        for password in ["wrong", nil] {
            let sending = try Sending(to: server, security, password: password)
            let failure = try await sending.deliver(to: "ana")
            #expect(failure?.isPostponed == true, "\(failure?.reason ?? "")")
            #expect(failure?.reason.contains("wrong") != true)
        }
        #expect(try server.letters().isEmpty)
    }

    @Test(arguments: [SMTPSettings.Security.starttls, .tls])
    func anUnknownAuthorityGetsNeitherLetterNorPassword(_ security: SMTPSettings.Security) async throws {
        let server = try await MailServer(security.rawValue), other = try TemporaryFolder()
        let authority = try await MailServer.makeCertificate(in: other, for: "IP:127.0.0.1")
        let sending = try Sending(to: server, security, authority: authority)
        let failure = try await sending.deliver(to: "ana")
        #expect(failure?.isPostponed == true)
        #expect(failure?.reason.lowercased().contains("certificate") == true)
        #expect(try server.letters().isEmpty)
    }

    @Test func aCertificateForAnotherNameIsRefused() async throws {
        let server = try await MailServer(name: "DNS:other.example.com")
        let sending = try Sending(to: server)
        #expect(try await sending.deliver(to: "ana")?.isPostponed == true)
        #expect(try server.letters().isEmpty)
    }

    @Test func aServerWithoutSTARTTLSGetsNothing() async throws {
        let server = try await MailServer("none")
        let sending = try Sending(to: server, .starttls)
        #expect(try await sending.deliver(to: "ana")?.isPostponed == true)
        #expect(try server.letters().isEmpty)
    }

    @Test func aTemporaryAnswerPostponesAndAPermanentOneRefuses() async throws {
        let server = try await MailServer()
        let sending = try Sending(to: server)
        for name in ["full", "later"] {
            let failure = try await sending.deliver(to: name)
            #expect(failure?.isPostponed == true, "\(name): \(failure?.reason ?? "taken")")
        }
        for name in ["nobody", "spam"] {
            let failure = try await sending.deliver(to: name)
            #expect(failure?.isRefused == true, "\(name): \(failure?.reason ?? "taken")")
            #expect(failure?.reason.contains("55") == true, "\(failure?.reason ?? "")")
        }
        #expect(try await sending.deliver(to: "ana") == nil)
        #expect(try server.letters().map(\.to) == [["ana@example.com"]])
    }

    @Test func aServerThatDiesAfterTheLetterPostponesAndIsAskedOnce() async throws {
        let server = try await MailServer()
        let sending = try Sending(to: server)
        #expect(try await sending.deliver(to: "dies")?.isPostponed == true)
        #expect(try server.letters().isEmpty, "nothing is repeated on the quiet")
        #expect(try await sending.deliver(to: "dies") == nil)
        #expect(try server.letters().count == 1)
    }

    @Test(arguments: ["starttls", "silent"])
    func aServerThatHangsPostponesAfterTheTimeLimit(_ security: String) async throws {
        let server = try await MailServer(security)
        let sending = try Sending(to: server, timeout: .milliseconds(700))
        let start = ContinuousClock.now
        #expect(try await sending.deliver(to: "hangs")?.isPostponed == true)
        #expect(ContinuousClock.now - start < .seconds(30), "nor is its farewell waited for")
        #expect(try server.letters().isEmpty)
    }

    @Test func aLetterThatHangsHoldsUpNoOther() async throws {
        let server = try await MailServer()
        let hasty = try Sending(to: server, timeout: .seconds(5)), patient = try Sending(to: server)
        async let hangs = hasty.deliver(to: "hangs")
        try await withThrowingTaskGroup(of: MailDeliveryError?.self) { group in
            for number in 0..<8 { group.addTask { try await patient.deliver(to: "person\(number)") } }
            for try await failure in group { #expect(failure == nil) }
        }
        #expect(try await hangs?.isPostponed == true)
        #expect(try server.letters().count == 8)
    }

    @Test func thePasswordMayBeInAFile() async throws {
        let server = try await MailServer(), folder = try TemporaryFolder(), file = folder.path(of: "password")
        let settings = SMTPSettings(
            host: "127.0.0.1", port: server.port, login: .init(name: "essential", password: .file(file)),
            authorityFile: server.certificate)
        let assembly = MailSMTPPlugin.assemble(
            .init(settings: try #require(settings), sender: try #require(EmailAddress("no-reply@example.com"))))
        await #expect(throws: (any Error).self, "found out at the start") {
            for service in assembly.services { try await service.start() }
        }
        try Data("correct horse ñ\n".utf8).write(to: URL(filePath: file))
        for service in assembly.services { try await service.start() }
        try await assembly.exports.delivery.deliver(
            MailLetter(
                id: UUID(), date: Date(timeIntervalSince1970: 0),
                recipient: try #require(EmailAddress("ana@example.com")), data: Data("To: ana\r\n\r\nHi\r\n".utf8)))
        #expect(try server.letters().map(\.user) == ["essential"])
    }

    @Test func nobodyAtThePortPostpones() async throws {
        var port = 0
        do { port = try await MailServer("none").port }
        let settings = try #require(SMTPSettings(host: "127.0.0.1", port: port, security: .none))
        let assembly = MailSMTPPlugin.assemble(
            .init(settings: settings, sender: try #require(EmailAddress("no-reply@example.com"))))
        let letter = MailLetter(
            id: UUID(), date: Date(timeIntervalSince1970: 0), recipient: try #require(EmailAddress("a@example.com")),
            data: Data())
        await #expect { try await assembly.exports.delivery.deliver(letter) } throws: { error in
            (error as? MailDeliveryError)?.isPostponed == true
        }
    }
}
