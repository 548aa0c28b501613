import CoreModels
import FeedAPI
import FeedContract
import FeedScreens
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

/// What the feed has for people who are logged in in a browser.
struct PeoplesFeedScreensTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: now)

    private static let no = LocalizedText(verbatim: "No.")

    private let check = ScreenCheck(
        places: ["/", "/p/{id}", "/p/{id}/delete", "/publish", "/pictures/{id}", FeedContract.imagePattern], now: now)
    private let open = image(1, isPublic: true), restricted = image(2, isPublic: false)
    private let own = image(3, isPublic: false, isMine: true, comments: 12)

    private static func image(
        _ number: UInt8, isPublic: Bool, isMine: Bool = false, comments: Int = 0, isHidden: Bool = false
    ) -> FeedImage {
        let base = FeedImage.make(number)
        return FeedImage(
            id: base.id, description: "picture \(number)", location: nil, url: base.url, isHidden: isHidden,
            author: "Ana", createdAt: now, isMine: isMine, isPublic: isPublic, width: 3, height: 2,
            commentCount: comments)
    }

    /// Has bytes for each picture but one.
    private struct PicturesStub: PictureReading {
        let missing: ImageID
        func picture(_ id: ImageID, width: Int?) async throws(ImageDataError) -> PictureBytes? {
            if id == missing { return nil }
            return PictureBytes(
                Data("\(width ?? 0)".utf8), type: "image/png", version: "v", isFinal: width == nil)
        }
    }

    private func composed(
        posting: ImagePostingSpy, deleting: ImageDeletingSpy
    ) throws -> Composition {
        var host = PluginHost()
        let people = FeedScreensPlugin.People(
            feed: Scoped(always: InMemoryFeed([own, restricted, open])),
            pictures: Scoped(always: PicturesStub(missing: open.id)), posting: Scoped(always: posting),
            deletion: Scoped(always: deleting))
        try host.install(
            FeedScreensPlugin.self, .init(feed: InMemoryFeed([open]), people: people, sections: { [] }))
        return try host.composed()
    }

    private func screens(
        _ posting: ImagePostingSpy? = nil, _ deleting: ImageDeletingSpy = ImageDeletingSpy(),
        as person: User? = person
    ) throws -> ScreenRunner {
        let composed = try composed(posting: posting ?? ImagePostingSpy(.success(own)), deleting: deleting)
        return ScreenRunner(composed.values(of: Screens.self), as: person, now: Self.now)
    }

    private func tiles(_ contents: ScreenContents) -> [PictureTile] {
        if case .gallery(let groups, _, _) = contents.body { groups.flatMap(\.tiles) } else { [] }
    }

    @Test(.requirement("PUBFEED-02")) func peopleSeeWhatTheyMayAndOthersWhatEverybodyMay() async throws {
        let all = try await screens().show("/"), some = try await screens(as: nil).show("/")
        #expect(check.problems(of: all) == [] && tiles(all).count == 3 && tiles(some).count == 1)
        let places = tiles(all).map(\.picture.place)
        #expect(places.prefix(2).allSatisfy { "\($0)".contains("pictures") } && "\(places[2])".contains("image"))
    }

    @Test func onlyTheirOwnPicturesCanTheyTakeBack() async throws {
        for (image, isOwn) in [(own, true), (restricted, false)] {
            let contents = try await screens().show("/p/\(image.id)")
            #expect(check.problems(of: contents) == [])
            guard case .picture(_, let beside) = contents.body else { return #expect(Bool(false)) }
            let links = beside.flatMap { block in if case .links(let links) = block { links } else { [ScreenLink]() } }
            #expect(links.contains { $0.label.english == "Delete this picture" } == isOwn)
        }
    }

    @Test func theQuestionSaysWhatGoes() async throws {
        let deleting = ImageDeletingSpy(), screens = try screens(nil, deleting)
        let contents = try await screens.show("/p/\(own.id)/delete")
        #expect(check.problems(of: contents) == [])
        #expect(
            contents.title
                == .words(
                    LocalizedText(
                        en: "Delete this picture and its 12 comments?", es: "¿Borrar esta imagen y sus 12 comentarios?")
                ))
        guard case .go(.home) = try await screens.send("delete-picture", to: "/p/\(own.id)/delete") else {
            return #expect(Bool(false))
        }
        #expect(deleting.images == [own.id])
        for id in ["\(restricted.id)", "x"] {
            await #expect(throws: ScreenFailure.self) { try await screens.show("/p/\(id)/delete") }
        }
    }

    @Test func whatIsPublishedIsShown() async throws {
        let posting = ImagePostingSpy(.success(own)), screens = try screens(posting)
        let contents = try await screens.show("/publish")
        #expect(check.problems(of: contents) == [] && contents.permissions == [.camera, .location])
        let fields = try #require(contents.forms.first).fields
        #expect(fields.map(\.name) == ["picture", "description", "location", "audience"], "first what it is about")
        #expect(fields.map { $0.helper?.field } == ["publish-picture", nil, "publish-location", nil])
        let outcome = try await screens.send(
            "publish", to: "/publish", ["description": "a\nb", "location": "", "audience": "public"],
            files: ["picture": ReceivedFile(path: "/a", name: "a.png")])
        guard case .go(let place) = outcome else { return #expect(Bool(false)) }
        #expect(place == ScreenRoute("/p/{id}").place("\(own.id)").with("published", "1"))
        let done = try await screens.show("/p/\(own.id)?published=1"), later = try await screens.show("/p/\(own.id)")
        #expect(done.notice?.text.english == "Your picture is published." && later.notice == nil)
        #expect(check.problems(of: done) == [])
        let draft = ImageDraft(file: "/a", called: "a.png", description: "a\nb", location: nil, isPublic: true)
        #expect(posting.drafts == [draft])
        let file = ["picture": ReceivedFile(path: "/a", name: "a")]
        for audience in ["members", ""] {
            _ = try await screens.send("publish", to: "/publish", ["audience": audience], files: file)
            #expect(posting.drafts.last?.isPublic == false)
        }
        let refusal = await #expect(throws: FormRefusal.self) {
            try await screens.send("publish", to: "/publish", ["audience": "x"], files: file)
        }
        #expect(refusal?.fields.map(\.pointer) == ["/audience"] && posting.drafts.count == 3, "nobody guesses who may")
    }

    @Test(
        .requirement("SANIT-07"),
        arguments: [
            (nil, "no_picture", ["/picture"]), (ImagePostingError.tooLarge, "file_too_large", ["/picture"]),
            (.refused(code: "not_an_image", no), "not_an_image", ["/picture"]),
            (.refused(code: "invalid_text", no), "invalid_text", []), (.emailNotVerified, "email_not_verified", []),
        ])
    func whatIsWrongIsSaidAtItsField(_ error: ImagePostingError?, _ code: String, _ fields: [String]) async throws {
        let screens = try screens(ImagePostingSpy(.failure(error ?? .cancelled)))
        let files = error.map { _ in ["picture": ReceivedFile(path: "/a", name: "a")] } ?? [:]
        let refusal = await #expect(throws: (any Error).self) {
            try await screens.send("publish", to: "/publish", files: files)
        }
        let shown = try #require(refusal as? any PresentableError)
        #expect(shown.code == code && shown.fields.map(\.pointer) == fields)
    }

    @Test func whatIsTooLargeIsntSent() async throws {
        let posting = ImagePostingSpy(.success(own)), screens = try screens(posting)
        let file = ReceivedFile(path: "/a", name: "a", isTooLarge: true)
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await screens.send("publish", to: "/publish", files: ["picture": file])
        }
        #expect(refusal?.code == "file_too_large" && posting.drafts == [])
    }

    @Test func theBytesAreThoseThatThePersonMaySee() async throws {
        let composed = try composed(posting: ImagePostingSpy(.success(own)), deleting: ImageDeletingSpy())
        let file = try #require(composed.values(of: ScreenFiles.self).first)
        #expect(file.access == .people)
        func load(_ id: String, _ query: [String: String] = [:]) async throws -> String {
            let contents = try await file.load(
                ScreenRequest(file.route.place(id), values: ["id": id], query: query, now: Self.now))
            guard case .bytes(let bytes) = contents.source else { return "pieces" }
            return
                "\(String(decoding: bytes, as: UTF8.self)) \(contents.type) \(contents.version ?? "") \(contents.isFinal)"
        }
        #expect(try await load("\(own.id)") == "0 image/png v true")
        #expect(try await load("\(own.id)", ["w": "320"]).hasPrefix("320 "))
        for id in ["\(open.id)", "x"] { await #expect(throws: ScreenFailure.self) { try await load(id) } }
    }

    private struct Unreachable: PictureReading {
        func picture(_ id: ImageID, width: Int?) async throws(ImageDataError) -> PictureBytes? {
            throw .connectivity(PeoplesFeedScreensTests.no)
        }
    }

    /// A server has all pictures: whatever is in the way there is another thing.
    @Test(.requirement("PUBFEED-04"), arguments: [true, false])
    func aPictureThatIsNotOnTheDeviceSaysWhenItComes(isOnDevice: Bool) async throws {
        var host = PluginHost()
        let people = FeedScreensPlugin.People(
            feed: Scoped(always: InMemoryFeed([own])), pictures: Scoped(always: Unreachable()),
            posting: Scoped(always: ImagePostingSpy(.success(own))), deletion: Scoped(always: ImageDeletingSpy()))
        try host.install(
            FeedScreensPlugin.self,
            .init(
                feed: InMemoryFeed([open]), people: people, bytes: isOnDevice ? Unreachable() : nil, sections: { [] }))
        let files = try host.composed().values(of: ScreenFiles.self)
        #expect(files.count == (isOnDevice ? 2 : 1))
        for file in files {
            let request = ScreenRequest(file.route.place("\(own.id)"), values: ["id": "\(own.id)"], now: Self.now)
            let error = await #expect(throws: (any Error).self) { try await file.load(request) }
            let text = (error as? AbsentPicture)?.text
            #expect(text?.english.contains("Not on this device") == (isOnDevice ? true : nil))
            #expect(text?.spanish.contains("cuando haya conexión") == (isOnDevice ? true : nil))
        }
    }

    /// Screens and terminal can't see the contract.
    @Test func textsHaveTheBoundsOfTheContract() {
        #expect(ImageDraft.maximumDescription == FeedContract.maximumDescription)
        #expect(ImageDraft.maximumLocation == FeedContract.maximumLocation)
    }
}
