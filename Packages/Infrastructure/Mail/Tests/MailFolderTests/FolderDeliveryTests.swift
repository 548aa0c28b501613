import ConfigurationAPI
import ConfigurationSources
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import MailAPI
import MailFolder
import PluginKit
import Testing

struct FolderDeliveryTests {
    private let folder: TemporaryFolder
    private let letter: MailLetter

    init() throws {
        folder = try TemporaryFolder()
        letter = MailLetter(
            id: UUID(), date: Date(timeIntervalSince1970: 1_795_248_905),
            recipient: try #require(EmailAddress("ana@example.com")), data: Data("To: ana\r\n\r\nHi\r\n".utf8))
    }

    @Test func writesALetterUnderItsTimeForItsOwnerOnly() async throws {
        try await MailFolderPlugin.assemble(.init(folder: folder.path(of: "outbox"))).exports.delivery.deliver(letter)
        let name = try #require(folder.files().first)
        #expect(name == "outbox/20261121T081505000-\(letter.id.uuidString.lowercased()).eml")
        #expect(folder.contents(of: name).map { Data($0) } == letter.data)
        #expect(folder.mode(of: name) == 0o600)
    }

    @Test(.requirement("OPS-07")) func anExaminationSaysThatNobodyGetsThem() async throws {
        let services = MailFolderPlugin.assemble(.init(folder: folder.path(of: "outbox"))).services
        var findings: [Finding] = []
        for service in services { findings += await service.examine().findings }
        #expect(findings.map(\.code) == ["letters_in_files"] && findings.map(\.weight) == [.notice])
        #expect(findings[0].text.spanish.contains(folder.path(of: "outbox")))
    }

    /// A letter with one part in each of the texts, which are encoded.
    private func letter(_ texts: String...) -> Data {
        let parts = texts.map {
            "--=_b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\($0)\r\n"
        }
        let head = "To: ana\r\nContent-Type: multipart/alternative;\r\n boundary=\"=_b\"\r\n\r\n"
        return Data((head + parts.joined() + "--=_b--\r\n").utf8)
    }

    private func written(_ data: Data) async throws -> String {
        try await MailFolderPlugin.assemble(.init(folder: folder.path(of: "outbox"))).exports.delivery.deliver(
            MailLetter(id: letter.id, date: letter.date, recipient: letter.recipient, data: data))
        return String(decoding: try #require(folder.files().first.flatMap { folder.contents(of: $0) }), as: UTF8.self)
    }

    @Test func aLinkIsWholeInTheFile() async throws {
        let link = "http://127.0.0.1:8080/verify?token=" + String(repeating: "x", count: 43)
        let text =
            "Confirmaci=C3=B3n:\r\n\r\n    http://127.0.0.1:8080/verify?token=3D"
            + String(repeating: "x", count: 30) + "=\r\n" + String(repeating: "x", count: 13) + "\r\n\r\nEnd=20"
        let file = try await written(letter(text, "<p>=C3=B1</p>"))
        #expect(file.contains("\r\n\r\nConfirmación:\r\n\r\n    \(link)\r\n\r\nEnd \r\n--=_b\r\n"))
        #expect(file.contains("\r\n\r\n<p>ñ</p>\r\n--=_b--\r\n"))
        #expect(file.contains("Content-Transfer-Encoding: 8bit\r\n") && !file.contains("quoted-printable"))
    }

    @Test(arguments: [
        "a=1B[2Jb", "--=3D_b--", "=C3", "=XY", "a=00", String(repeating: "=C3=B1=\r\n", count: 500) + "end",
    ])
    func whatWouldBeAnotherLetterOrActOnATerminalStaysEncoded(text: String) async throws {
        let data = letter(text)
        #expect(try await written(data) == String(decoding: data, as: UTF8.self))
    }

    @Test func theNewestIsTheLastAlsoWithinASecond() async throws {
        let delivery = MailFolderPlugin.assemble(.init(folder: folder.path(of: "outbox"))).exports.delivery
        for (text, second, id) in [
            ("first", 0.25, "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF"),
            ("second", 0.5, "00000000-0000-4000-8000-000000000000"),
        ] {
            try await delivery.deliver(
                MailLetter(
                    id: try #require(UUID(uuidString: id)), date: letter.date.addingTimeInterval(second),
                    recipient: letter.recipient, data: Data(text.utf8)))
        }
        let contents = folder.files().compactMap { folder.contents(of: $0) }
        #expect(contents.map { String(decoding: $0, as: UTF8.self) } == ["first", "second"])
    }

    @Test func aLetterThatComesAgainReplacesItself() async throws {
        let delivery = MailFolderPlugin.assemble(.init(folder: folder.path(of: "outbox"))).exports.delivery
        for _ in 0..<3 { try await delivery.deliver(letter) }
        #expect(folder.files().count == 1)
    }

    @Test func postponesWhatCannotBeWritten() async throws {
        let delivery = MailFolderPlugin.assemble(.init(folder: "/dev/null/outbox")).exports.delivery
        await #expect { try await delivery.deliver(letter) } throws: { error in
            if case .postponed = error as? MailDeliveryError { true } else { false }
        }
    }

    @Test func aFolderThatCannotBeWrittenToIsToldBeforeItIsNeeded() throws {
        try Data().write(to: URL(filePath: folder.path(of: "file")))
        let sections = MailFolderPlugin.declarations.values(of: ConfigurationSections.self)
        func problems(_ path: String) throws -> [Set<String>] {
            let flag = ConfigurationLoader.Flag(name: "mail.outbox", value: path)
            let configuration = try ConfigurationLoader(flags: [flag]).load(sections.flatMap(\.declarations))
            return sections.flatMap { $0.check(configuration) }.map(\.settings)
        }
        for path in ["file", "file/letters", "file/letters/here"] {
            #expect(try problems(folder.path(of: path)) == [["mail.outbox"]], "\(path)")
        }
        for path in [".", "letters", "letters/here"] { #expect(try problems(folder.path(of: path)) == [], "\(path)") }
    }
}
