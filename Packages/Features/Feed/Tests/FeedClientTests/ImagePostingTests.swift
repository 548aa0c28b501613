import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Testing

struct ImagePostingTests {
    private let fixture: FeedFixture
    private let file: String

    init() throws {
        fixture = try FeedFixture()
        file = fixture.folder.path(of: "picture")
        try Data("bytes of a picture".utf8).write(to: URL(filePath: file))
    }

    /// Posts over a transport that only takes down the keys and forms it gets.
    private func post(_ drafts: ImageDraft...) async -> [(key: String?, form: String)] {
        let sent = Locked<[(key: String?, form: String)]>([])
        let posting = fixture.exports(
            HTTPTransportStub { (request) throws(HTTPTransportError) in
                guard case .file(let path)? = request.body else { throw .invalidRequest(reason: "no file") }
                let form = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
                sent.withLock { $0.append((request.fields[.idempotencyKey], String(decoding: form, as: UTF8.self))) }
                throw .connectivity(reason: "lost")
            }
        ).posting
        for draft in drafts { _ = try? await posting.post(draft, progress: nil) }
        return sent.current
    }

    private func draft(_ description: String? = "a cat", isPublic: Bool = true) -> ImageDraft {
        ImageDraft(file: file, description: description, location: nil, isPublic: isPublic)
    }

    @Test func theSameIsPostedUnderTheSameKeyAndAnythingElseUnderAnother() async throws {
        let sent = await post(draft(), draft(), draft("a dog"), draft(isPublic: false), draft(nil))
        #expect(sent.count == 5)
        #expect(sent[0].key == sent[1].key && sent[0].form == sent[1].form)
        #expect(Set(sent.compactMap(\.key)).count == 4)
        try Data("other bytes".utf8).write(to: URL(filePath: file))
        #expect(await post(draft()).first?.key != sent[0].key)
    }

    @Test func theFormHoldsThePictureAndTheWordsAndNoNameOfTheFile() async throws {
        let form = try #require(await post(draft()).first?.form)
        #expect(form.contains("name=\"description\"\r\n\r\na cat\r\n"))
        #expect(form.contains("name=\"visibility\"\r\n\r\npublic\r\n"))
        #expect(form.contains("\r\n\r\nbytes of a picture\r\n"))
        #expect(!form.contains("name=\"location\"") && !form.contains(file))
        #expect(fixture.folder.files() == ["picture"], "what was sent is not kept")
    }

    @Test func aLostAnswerSaysThatTheSameMayBePostedAgain() async throws {
        let posting = fixture.exports().posting
        let error = await #expect(throws: ImagePostingError.self) { try await posting.post(draft(), progress: nil) }
        guard case .connectivity = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.text.text(in: .english).contains("published once") == true)
    }

    /// What stands between here and the server refuses in its own words, and the picture waits.
    @Test(.requirement("OFFLINE-03"), arguments: [413, 422, 403], ["<html></html>", #"{"title":"Request blocked"}"#])
    func whoIsNotTheServerRefusesNoPicture(status: Int, body: String) async throws {
        let type = body.hasPrefix("<") ? "text/html" : "application/problem+json"
        let posting = fixture.exports(
            HTTPTransportStub(
                HTTPResponse(
                    status: HTTPStatus(rawValue: status), fields: [.contentType: type], body: Data(body.utf8)))
        ).posting
        let error = await #expect(throws: ImagePostingError.self) { try await posting.post(draft(), progress: nil) }
        guard case .connectivity = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
