import CommentsContract
import CoreModels
import FoundationEssentials
import KernelTesting
import Testing

struct CommentsContractTests {
    private let id = CommentID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private let golden = """
        {"items":[{"author":{"username":"Ada"},"created_at":"2020-05-20T11:24:59Z",\
        "id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","message":"What a \\"light\\"!\\nReally."}]}
        """

    private var list: CommentsContract.List {
        CommentsContract.List(items: [
            CommentsContract.Item(
                id: id, message: "What a \"light\"!\nReally.", createdAt: Date(timeIntervalSince1970: 1_589_973_899),
                author: CommentsContract.Item.Author(username: "Ada"))
        ])
    }

    @Test(.requirement("COMM-20", "COMM-21")) func isWrittenAsTheContractSays() throws {
        #expect(String(decoding: try WireCoding.encoder().encode(list), as: UTF8.self) == golden)
    }

    @Test(.requirement("COMM-20")) func readsWhatItWrites() throws {
        #expect(try WireCoding.decoder().decode(CommentsContract.List.self, from: Data(golden.utf8)) == list)
    }

    @Test(
        .requirement("COMM-20", "COMM-21"),
        arguments: [
            "2020-05-20T11:24:59+0000", "2020-05-20T11:24:59+00:00", "2020-05-20T11:24:59Z",
            "2020-05-20T13:24:59+02:00", "2020-05-20T06:24:59-0500", "2020-05-20T11:24:59.000Z",
        ])
    func readsTheOffsetInAnyForm(time: String) throws {
        let text = golden.replacing("2020-05-20T11:24:59Z", with: time)
        #expect(text.contains(time))
        #expect(try WireCoding.decoder().decode(CommentsContract.List.self, from: Data(text.utf8)) == list)
    }

    @Test(.requirement("COMM-21")) func ignoresWhatItDoesNotKnow() throws {
        let text = """
            {"later":"x","items":[{"author":{"username":"Ada","avatar":null},"likes":3,
            "created_at":"2020-05-20T11:24:59Z","id":"\(id)","message":"hi"}]}
            """
        let list = try WireCoding.decoder().decode(CommentsContract.List.self, from: Data(text.utf8))
        #expect(list.items.map(\.message) == ["hi"])
    }

    @Test(
        .requirement("COMM-11"),
        arguments: [
            "", "[]", "{}", #"{"items":[{}]}"#, #"{"items":null}"#,
            #"{"items":[{"author":{"username":"A"},"created_at":"yesterday","id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","message":"hi"}]}"#,
            #"{"items":[{"author":{"username":"A"},"created_at":1589973899,"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","message":"hi"}]}"#,
            #"{"items":[{"author":"A","created_at":"2020-05-20T11:24:59Z","id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","message":"hi"}]}"#,
            #"{"items":[{"author":{"username":"A"},"created_at":"2020-05-20T11:24:59Z","id":"1","message":"hi"}]}"#,
        ])
    func refusesWhatIsNoList(text: String) {
        #expect(throws: (any Error).self) {
            try WireCoding.decoder().decode(CommentsContract.List.self, from: Data(text.utf8))
        }
    }

    @Test func aDraftIsAMessage() throws {
        let data = try WireCoding.encoder().encode(CommentsContract.Draft(message: "hi"))
        #expect(String(decoding: data, as: UTF8.self) == #"{"message":"hi"}"#)
    }

    @Test func pathsAndCodesAreThoseOfTheContract() throws {
        let image = try #require(ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
        #expect(CommentsContract.path(image) == "/image/6f9619ff-8b86-d011-b42d-00cf4fc964ff/comments")
        #expect(CommentsContract.pattern == "/image/{id}/comments")
        #expect(
            CommentsContract.Code.allCases.map(\.rawValue) == [
                "image_not_found", "comment_not_found", "not_the_author", "email_not_verified", "invalid_data",
                "too_many_comments",
            ])
        #expect(CommentsContract.commentPattern == "/image/{id}/comments/{comment}")
        #expect(CommentsContract.path(id, on: image) == "\(CommentsContract.path(image))/\(id)")
    }
}
