import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import MailAPI
import MailOutbox
import TelemetryTesting
import Testing

struct TemplateTests {
    private static let template = MailTemplate(
        "test-code", subject: LocalizedText(en: "Code {code}", es: "Código {code}"),
        text: LocalizedText(en: "It is {code}.", es: "Es {code}."))
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: name)))
    }

    private func letter(_ language: Language?) async throws -> (text: String, log: LogSpy) {
        let stage = try await OutboxStage(templates: folder.path, known: [Self.template])
        try await stage.start()
        try await stage.mail.send(
            MailMessage(
                recipient: try #require(EmailAddress("ana@example.com")), template: Self.template,
                values: ["code": "123"], language: language))
        let letters = await stage.delivery.letters(1)
        await stage.stop()
        return (String(decoding: try #require(letters.first).data, as: UTF8.self), stage.log)
    }

    @Test(.requirement("L10N-01")) func theOperatorsWordsReplaceOurs() async throws {
        try write("Subject: Su clave {code}\n\nSu clave es {code}.\n", "test-code.es.txt")
        try write("<p>Clave <b>{code}</b></p>", "test-code.es.html")
        let spanish = try await letter(.spanish).text
        #expect(spanish.contains("Subject: Su clave 123\r\n"))
        #expect(spanish.contains("\r\nSu clave es 123.\r\n") && spanish.contains("<p>Clave <b>123</b></p>"))
        let english = try await letter(.english).text
        #expect(english.contains("Subject: Code 123\r\n"), "the other language keeps ours")
    }

    @Test func theOperatorsWordsNameThePersonAndTheProductToo() async throws {
        try write("Subject: {product} {code}\n\n{hello}\n", "test-code.en.txt")
        let english = try await letter(.english).text
        #expect(english.contains("Subject: Essential 123\r\n") && english.contains("\r\nHello,\r\n"))
    }

    /// What a start with the folder is refused for.
    private func refusal() async throws -> MailTemplateError? {
        let stage = try await OutboxStage(templates: folder.path, known: [Self.template])
        do {
            try await stage.start()
            return nil
        } catch {
            return error as? MailTemplateError
        }
    }

    @Test(arguments: [
        ("test-code.en.txt", "Subject: Hi\n\nYour {kode}\n"), ("test-code.en.txt", "Subject: {kode}\n\nHi\n"),
        ("test-code.en.html", "<p>{kode} {code}</p>"),
    ])
    func aValueThatThereIsNotStopsTheStartAndThoseThatThereAreAreNamed(_ name: String, _ text: String) async throws {
        try write("Subject: Hi\n\n{code}\n", "test-code.en.txt")
        try write(text, name)
        let refusal = try #require(try await refusal())
        #expect(refusal.file == folder.path(of: name))
        #expect(refusal.problem.english == "this message has nothing for {kode}; it has {code}, {hello}, {product}")
        #expect(refusal.problem.spanish.hasSuffix("para {kode}; tiene {code}, {hello}, {product}"))
    }

    @Test func aFileForNoMessageStopsTheStartAndTheMessagesAreNamed() async throws {
        try write("Subject: Hi\n\n{code}\n", "test-kode.es.txt")
        let refusal = try #require(try await refusal())
        #expect(refusal.file == folder.path(of: "test-kode.es.txt"))
        #expect(refusal.problem.english == "no message is called “test-kode”; there are notice, test-code")
        #expect(refusal.problem.spanish.hasSuffix("se llama «test-kode»; existen notice, test-code"))
    }

    @Test func allFilesThatCannotBeUsedAreToldAtOnce() async throws {
        try write("no subject", "test-code.en.txt")
        try write("Subject: Hi\n\n{kode}\n", "test-code.es.txt")
        let stage = try await OutboxStage(templates: folder.path, known: [Self.template])
        #expect(await stage.problems().map(\.file) == ["en", "es"].map { folder.path(of: "test-code.\($0).txt") })
    }

    @Test(arguments: [
        ("test-code.fr.txt", "Subject: a\n\nb"), ("test-code.txt", "Subject: a\n\nb"), ("test-code.en.txt", "a\n\nb"),
        ("test-code.en.html", "<p>"), ("notes.md", ""), ("test-code.en.txt", "Subject: a\nb\nc"),
    ])
    func aFileThatCannotBeUsedStopsTheStart(_ name: String, _ text: String) async throws {
        try write(text, name)
        #expect(try await refusal()?.file == folder.path(of: name))
    }

    @Test func aFolderThatIsNotThereStopsTheStart() async throws {
        let stage = try await OutboxStage(templates: folder.path(of: "nowhere"))
        await #expect(throws: MailTemplateError.self) { try await stage.start() }
    }
}
