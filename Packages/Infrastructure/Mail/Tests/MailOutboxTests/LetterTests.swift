import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import MailAPI
import MailOutbox
import Testing

struct LetterTests {
    private let stage: OutboxStage
    private let ana: EmailAddress

    init() async throws {
        stage = try await OutboxStage()
        stage.date.value = Date(timeIntervalSince1970: 1_795_248_905)
        ana = try #require(EmailAddress("ana@example.com"))
    }

    /// The letter that becomes of a message.
    private func letter(_ message: MailMessage) async throws -> String {
        try await stage.start()
        try await stage.mail.send(message)
        let letters = await stage.delivery.letters(1)
        await stage.stop()
        return String(decoding: try #require(letters.first).data, as: UTF8.self)
    }

    @Test func isALetterThatAMailProgramReads() async throws {
        let letter = try await letter(MailMessage(recipient: ana, subject: "Code", text: "One\n\n    Two ñ"))
        #expect(letter.contains("Date: Sat, 21 Nov 2026 08:15:05 +0000\r\n"))
        #expect(letter.contains("From: \"Essential\" <no-reply@example.com>\r\n"))
        #expect(letter.contains("To: ana@example.com\r\n"))
        #expect(letter.contains("@example.com>\r\nSubject: Code\r\n"))
        #expect(letter.contains("\r\n\r\nOne\r\n\r\n    Two =C3=B1\r\n--=_"))
        #expect(letter.contains("<p>One</p>"))
    }

    @Test func aSubjectCannotForgeAHeader() async throws {
        let letter = try await letter(
            MailMessage(recipient: ana, subject: "Hi\r\nBcc: eve@example.com\u{0}\u{2028}X-A: b", text: ""))
        let head = letter.split(separator: "\r\n\r\n").first ?? ""
        #expect(!head.contains("\r\nBcc") && !head.contains("\r\nX-A"))
    }

    @Test func aTextCannotForgeAPart() async throws {
        let text = "--=_\n\r\n.\r\nFrom nobody\n--=_\(UUID())--"
        let letter = try await letter(MailMessage(recipient: ana, subject: "", text: text))
        #expect(letter.contains("\r\n--=3D_\r\n"))
    }

    @Test func foldsALongSubjectIntoEncodedWords() async throws {
        let subject = String(repeating: "Confirmación de tu dirección 👩‍👩‍👧 ", count: 4)
        let lines = try await letter(MailMessage(recipient: ana, subject: subject, text: "")).split(separator: "\r\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let words = lines[start...].prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
            .map { $0.drop { $0 == " " }.replacing("Subject: ", with: "") }
        #expect(words.allSatisfy { $0.count <= 75 })
        let decoded = words.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(decoded == subject)
    }

    /// Whoever reads the raw letter reads the code.
    @Test func whatIsASCIIStaysReadableInASubject() async throws {
        let subject = "Your code for Essential: 211 772 55 · Tu código para Essential: 211 772 55"
        let letter = try await letter(MailMessage(recipient: ana, subject: subject, text: ""))
        #expect(letter.contains("\r\nSubject: Your code for Essential: 211 772 55 =?utf-8?B?wrc=?= Tu\r\n =?utf-8?B?"))
        #expect(letter.contains("?= para Essential: 211 772 55\r\n"))
    }

    @Test func namesThePersonAndTheProduct() async throws {
        let template = MailTemplate(
            "named", subject: LocalizedText(en: "{product}: news", es: "{product}: noticias"),
            text: LocalizedText(en: "{hello}\n\nnews.", es: "{hello}\n\nNoticias."))
        let message = MailMessage(recipient: ana, name: "Ana \"A\" Ruiz", template: template)
        let letter = try await letter(message)
        #expect(letter.contains("To: \"Ana \\\"A\\\" Ruiz\" <ana@example.com>\r\n"))
        #expect(letter.contains("Subject: Essential: news =?utf-8?B?wrc=?= Essential: noticias\r\n"))
        #expect(letter.contains("\r\nHello Ana \"A\" Ruiz,\r\n") && letter.contains("\r\nHola, Ana \"A\" Ruiz:\r\n"))
        #expect(letter.contains("<p>Hello Ana &quot;A&quot; Ruiz,</p>"))
    }

    @Test func linesStayShortAndASCII() async throws {
        let text = String(repeating: "España ", count: 300) + "=  \n" + String(repeating: "x", count: 1_000) + " "
        let letter = try await letter(MailMessage(recipient: ana, subject: "Lines", text: text))
        let lines = letter.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        #expect(letter.utf8.allSatisfy { $0 < 0x80 })
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test(.requirement("L10N-01")) func marksTheLanguagesInHTML() async throws {
        let template = MailTemplate(
            "reset", subject: LocalizedText(en: "New", es: "Nueva"),
            text: LocalizedText(en: "Open:\n\n    {url}", es: "Abre:\n\n    {url}"))
        let letter = try await letter(
            MailMessage(recipient: ana, template: template, values: ["url": "https://e.example/?a=1&b=<i>"]))
        let page = letter.replacing("=\r\n", with: "").replacing("=3D", with: "=")
        #expect(page.contains("<div lang=\"en\">\r\n<p>Open:</p>"))
        #expect(page.contains("<div lang=\"es\">\r\n<p>Abre:</p>"))
        #expect(page.contains("<a href=\"https://e.example/?a=1&amp;b=&lt;i&gt;\">"))
        #expect(page.contains("Content-Language: en, es\r\n"))
    }
}
