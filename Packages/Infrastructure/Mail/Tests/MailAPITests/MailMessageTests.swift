import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import MailAPI
import Presenting
import Testing

struct MailMessageTests {
    @Test func lettersLeadToAPageOrElseToACommand() {
        let ways = LetterWays { $0 == .recover ? "https://example.com/recover" : nil }
        #expect(ways.way(to: .recover, or: "essential recover") == "https://example.com/recover")
        #expect(ways.way(to: .logIn, or: "essential login") == "essential login")
        #expect(LetterWays().way(to: .recover, or: "essential recover") == "essential recover")
        let template = MailTemplate(
            "x", subject: LocalizedText(verbatim: "{a}"), text: LocalizedText(verbatim: ""), knowing: ["b"])
        #expect(template.values == ["hello", "product", "a", "b"], "an operator's words may name what these don't")
    }

    private static let template = MailTemplate(
        "test", subject: LocalizedText(en: "Code {code}", es: "Código {code}"),
        text: LocalizedText(en: "Hello {name}", es: "Hola {name}"))
    private let ana: EmailAddress

    init() throws {
        ana = try #require(EmailAddress("ana@example.com"))
    }

    @Test(.requirement("L10N-01")) func speaksTheLanguageOfThePersonElseBoth() {
        let values = ["code": "1", "name": "Ana"]
        let both = MailMessage(recipient: ana, template: Self.template, values: values)
        #expect(both.subject == "Code 1 · Código 1")
        #expect(both.text == "Hello Ana\n\nHola Ana")
        let spanish = MailMessage(recipient: ana, template: Self.template, values: values, language: .spanish)
        #expect(spanish.subject == "Código 1")
        #expect(spanish.text == "Hola Ana")
    }

    @Test(.requirement("L10N-01")) func timesHaveTheFormOfEachLanguage() {
        let template = MailTemplate(
            "test", subject: LocalizedText(verbatim: "{product}"), text: LocalizedText(verbatim: "{time}"))
        let message = MailMessage(
            recipient: ana, template: template,
            texts: ["time": .momentInUTC(Date(timeIntervalSince1970: 1_768_000_000))])
        #expect(message.text == "9 Jan 2026, 23:06 UTC\n\n9 ene 2026, 23:06 UTC")
    }

    @Test(.requirement("L10N-01")) func salutesByNameWhereOneIsProved() {
        let template = MailTemplate(
            "test", subject: LocalizedText(verbatim: "{product}"), text: LocalizedText(verbatim: "{hello}"))
        let named = MailMessage(recipient: ana, name: "Ana {product}", template: template)
        #expect(named.text == "Hello Ana {product},\n\nHola, Ana {product}:" && named.subject == "Essential")
        #expect(MailMessage(recipient: ana, template: template).text == "Hello,\n\nHola:")
        let user = User(
            id: UserID(UUID()), name: "Ana", email: ana, isVerified: false, createdAt: Date(timeIntervalSince1970: 0))
        #expect(user.provenName == nil)
    }

    private func provenName(_ name: String, isVerified: Bool = true) -> String? {
        User(
            id: UserID(UUID()), name: name, email: ana, isVerified: isVerified,
            createdAt: Date(timeIntervalSince1970: 0)
        ).provenName
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            "Ana", "Ana Lovelace", "María José Sánchez-Peña y Ruiz", "Conan O'Brien", "Siobhán O’Neill", "Ana J. R.",
            "Лев Толстой", "山田太郎", "محمد بن سلمان", "अनुष्का शर्मा", "Ἀριστοτέλης", "김민준", "An\u{303}a",
        ])
    func whatCanOnlyBeANameSalutes(name: String) {
        #expect(provenName(name) == name)
        #expect(provenName(name, isVerified: false) == nil)
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            "Ana, all is well: confirm at https://essential-help.example/keep and don't use the link below",
            "Ana. This is only a test of our mail: do nothing", "essential.example", "Ana t.co", "x.y.", "Ana: stop",
            "Ana (do nothing)", "Ana@example", "Ana 24", "Ana\u{2028}Bea", "Ana  Bea", " Ana", "Ana /x", "Ana!", "-Ana",
            "Ana -", "\u{301}", "Dr. Ana", "do not use the link below", String(repeating: "a", count: 61), "",
            "Ana\u{202E}moc", "a。b", "Ana\u{200B}Bea", "🙂",
        ])
    func whatCouldBeMoreThanANameSalutesNobody(name: String) {
        #expect(provenName(name) == nil)
    }

    @Test(arguments: [("Acme <a@example.com>", "Acme"), ("a@example.com", "Essential")])
    func theProductIsCalledLikeTheSender(sender: String, product: String) throws {
        #expect(try #require(MailSender(sender)).product == product)
    }

    @Test func saysOnceWhatIsTheSameInBothLanguages() {
        let message = MailMessage(recipient: ana, subject: "Hi\r\nBcc: eve@example.com", text: "One {two}")
        #expect(message.subject == "Hi Bcc: eve@example.com")
        #expect(message.text == "One {two}")
    }

    @Test func aValueIsNeitherATemplateNorMarkup() {
        let wording = MailWording(subject: "{a}", text: "{a} {b} {unknown} {} {a b} { {a}", html: "<p title=\"{a}\">")
        let filled = wording.filled(with: ["a": "{b}", "b": "<\"&'>"])
        #expect(filled.subject == "{b}")
        #expect(filled.text == "{b} <\"&'> {unknown} {} {a b} { {b}")
        #expect(filled.html == "<p title=\"{b}\">")
        #expect(wording.filled(with: ["a": "<\"&'>"]).html == "<p title=\"&lt;&quot;&amp;&#39;&gt;\">")
        #expect(wording.valueNames == ["a", "b", "unknown"])
    }

    @Test func stylesOfHTMLAreNoPlaceholders() {
        let wording = MailWording(subject: "", text: "", html: "<style>p{color:red}</style>")
        #expect(wording.valueNames.isEmpty)
        #expect(wording.filled(with: ["color": "x"]) == wording)
    }

    @Test(arguments: [
        ("Essential <no-reply@example.com>", "Essential", "no-reply@example.com"),
        ("no-reply@example.com", "", "no-reply@example.com"),
        ("<no-reply@example.com>", "", "no-reply@example.com"),
        ("Ana \"A\" Ñúñez <a@example.com>", "Ana \"A\" Ñúñez", "a@example.com"),
    ])
    func readsASender(_ text: String, _ name: String, _ address: String) {
        let sender = MailSender(text)
        #expect(sender?.name == name)
        #expect(sender?.address.description == address)
    }

    @Test(arguments: ["", "Essential", "A <b>", "A\r\nBcc: eve@example.com <a@example.com>", "A <a@example.com> b"])
    func refusesWhatIsNoSender(_ text: String) {
        #expect(MailSender(text) == nil)
    }
}
