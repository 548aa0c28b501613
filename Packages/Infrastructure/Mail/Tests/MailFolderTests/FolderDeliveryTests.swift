import CoreModels
import FoundationEssentials
import KernelTesting
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
        try await MailFolderPlugin.assemble(folder.path(of: "outbox")).exports.delivery.deliver(letter)
        let name = try #require(folder.files().first)
        #expect(name == "outbox/20261121T081505000-\(letter.id.uuidString.lowercased()).eml")
        #expect(folder.contents(of: name).map { Data($0) } == letter.data)
        #expect(folder.mode(of: name) == 0o600)
    }

    @Test func theNewestIsTheLastAlsoWithinASecond() async throws {
        let delivery = MailFolderPlugin.assemble(folder.path(of: "outbox")).exports.delivery
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
        let delivery = MailFolderPlugin.assemble(folder.path(of: "outbox")).exports.delivery
        for _ in 0..<3 { try await delivery.deliver(letter) }
        #expect(folder.files().count == 1)
    }

    @Test func postponesWhatCannotBeWritten() async throws {
        let delivery = MailFolderPlugin.assemble("/dev/null/outbox").exports.delivery
        await #expect { try await delivery.deliver(letter) } throws: { error in
            if case .postponed = error as? MailDeliveryError { true } else { false }
        }
    }
}
