import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailOutbox
import PluginKit
import Testing

struct MailOutboxTests {
    private let folder: TemporaryFolder
    private let mail: any MailSending

    init() throws {
        folder = try TemporaryFolder()
        mail =
            MailOutboxPlugin.assemble(
                .init(folder: folder.path(of: "outbox"), now: { Date(timeIntervalSince1970: 1_795_248_905) })
            ).exports.mail
    }

    private func letters() -> [String] {
        folder.files().compactMap { folder.contents(of: $0).map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test func writesALetterThatAMailProgramReads() async throws {
        let recipient = try #require(EmailAddress("ana@example.com"))
        try await mail.send(MailMessage(recipient: recipient, subject: "Code", text: "One\n\nTwo ñ"))
        let letter = try #require(letters().first)
        #expect(letter.contains("Date: Sat, 21 Nov 2026 08:15:05 +0000\r\n"))
        #expect(letter.contains("To: ana@example.com\r\n"))
        #expect(letter.contains("Subject: Code\r\n"))
        #expect(letter.hasSuffix("\r\n\r\nOne\r\n\r\nTwo ñ\r\n"))
        #expect(folder.files().first?.hasPrefix("outbox/20261121T081505") == true)
    }

    @Test func aSubjectCannotForgeAHeader() async throws {
        let recipient = try #require(EmailAddress("ana@example.com"))
        try await mail.send(MailMessage(recipient: recipient, subject: "Hi\r\nBcc: eve@example.com", text: ""))
        #expect(letters().first?.contains("\r\nBcc") == false)
        #expect(letters().first?.contains("Subject: Hi Bcc: eve@example.com\r\n") == true)
    }

    @Test func foldsALongSubjectIntoEncodedWords() async throws {
        let recipient = try #require(EmailAddress("ana@example.com"))
        let subject = String(repeating: "Confirmación de tu dirección 👩‍👩‍👧 ", count: 4)
        try await mail.send(MailMessage(recipient: recipient, subject: subject, text: ""))
        let lines = try #require(letters().first).split(separator: "\r\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let words = lines[start...].prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
            .map { $0.drop { $0 == " " }.replacing("Subject: ", with: "") }
        #expect(words.allSatisfy { $0.count <= 75 })
        let decoded = words.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(decoded == subject)
    }

    @Test func saysWhenItCannotBeKept() async throws {
        let recipient = try #require(EmailAddress("ana@example.com"))
        let blocked = MailOutboxPlugin.assemble(.init(folder: "/dev/null/outbox")).exports.mail
        await #expect(throws: MailError.self) {
            try await blocked.send(MailMessage(recipient: recipient, subject: "", text: ""))
        }
    }
}
