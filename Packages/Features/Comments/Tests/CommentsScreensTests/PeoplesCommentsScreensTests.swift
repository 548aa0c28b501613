import CommentsAPI
import CommentsScreens
import CommentsTesting
import CoreModels
import FeedScreensAPI
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

/// What people who are logged in in a browser do with comments.
struct PeoplesCommentsScreensTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: now)

    private let image = ImageID(UUID())
    private let check = ScreenCheck(
        places: ["/p/{id}", "/p/{id}/comments", "/p/{id}/comments/{comment}/delete"], now: now)
    private var here: Place { ScreenRoute("/p/{id}").place("\(image)") }
    private var all: String { "/p/\(image)/comments" }

    private func composed(_ comments: [ImageComment], _ spy: CommentsSpy) throws -> Composition {
        var host = PluginHost()
        try host.install(
            CommentsScreensPlugin.self,
            .init(
                comments: InMemoryComments([:]),
                people: CommentsScreensPlugin.People(
                    comments: Scoped(always: InMemoryComments([image: comments])), posting: Scoped(always: spy),
                    deletion: Scoped(always: spy))))
        return try host.composed()
    }

    private func screens(
        _ comments: [ImageComment], _ spy: CommentsSpy = CommentsSpy(), as person: User? = person
    ) throws -> ScreenRunner {
        ScreenRunner(try composed(comments, spy).values(of: Screens.self), as: person, now: Self.now)
    }

    private func comment(_ text: String, isMine: Bool = false) -> ImageComment {
        ImageComment(
            id: CommentID(UUID()), message: text, createdAt: Self.now, username: "Ana", isMine: isMine)
    }

    private func place(_ outcome: ScreenOutcome) -> Place? {
        if case .go(let place) = outcome { place } else { nil }
    }

    private func blocks(_ contents: ScreenContents) -> [ScreenBlock] {
        if case .column(let blocks) = contents.body { blocks } else { [] }
    }

    // MARK: Saying something

    @Test(.requirement("COMM-02")) func whoSaysSomethingSeesItBelowThePicture() async throws {
        let comments = (0..<64).map { comment("\($0)") }
        for (index, cursor) in [(3, nil), (30, 29), (62, 59)] as [(Int, Int?)] {
            let spy = CommentsSpy(posted: .success(comments[index]))
            let outcome = try await screens(comments, spy).send("comment", to: all, ["message": "a\nb"])
            let start = cursor.map { "\(comments[$0].id)" }
            #expect(place(outcome) == here.with("comments_after", start).part("comments"), "\(index)")
            #expect(spy.calls == [.post(try #require(CommentMessage("a\nb")), on: image)])
        }
    }

    @Test func itGoesOnFromThePageOnWhichTheFormWas() async throws {
        let comments = (0..<64).map { comment("\($0)") }
        let spy = CommentsSpy(posted: .success(comments[63]))
        let outcome = try await screens(comments, spy).send(
            "comment", to: all + "?comments_after=\(comments[39].id)", ["message": "a"])
        #expect(place(outcome) == here.with("comments_after", "\(comments[39].id)").part("comments"))
    }

    @Test(.requirement("SANIT-07"), arguments: ["", " \n ", String(repeating: "x", count: 2_001), "\u{202E}x"])
    func whatIsNoCommentIsntSent(_ text: String) async throws {
        let spy = CommentsSpy(), screens = try screens([], spy)
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await screens.send("comment", to: all, ["message": text])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/message"] && spy.calls == [])
    }

    @Test(arguments: [CommentsError.notLoggedIn, .emailNotVerified]) func whatIsInTheWayIsSaid(
        _ error: CommentsError
    ) async throws {
        let screens = try screens([], CommentsSpy(posted: .failure(error)))
        await #expect(throws: error) { try await screens.send("comment", to: all, ["message": "a"]) }
    }

    @Test func strangersLogInFirst() async throws {
        let spy = CommentsSpy(), screens = try screens([], spy, as: nil)
        await #expect(throws: CommentsError.notLoggedIn) {
            try await screens.send("comment", to: all, ["message": "a"])
        }
        #expect(spy.calls == [])
    }

    // MARK: What is shown

    @Test(.requirement("SANIT-03"), arguments: ScreenCheck.hostile)
    func allOfItIsFitToBeShown(_ text: String) async throws {
        let own = comment(text, isMine: true), screens = try screens([own, comment(text)])
        #expect(check.problems(of: try await screens.show(all), saying: [text]) == [])
        #expect(check.problems(of: try await screens.show("\(all)/\(own.id)/delete"), saying: [text]) == [])
    }

    @Test func peopleHaveAFormAndOthersAWayToIt() async throws {
        func section(as person: User?) async throws -> ScreenSection? {
            let section = try composed([comment("a", isMine: true), comment("b")], CommentsSpy())
                .values(of: PictureSections.self).first
            return try await section?.show(image, ScreenRequest(here, person: person, now: Self.now))
        }
        let shown = try #require(try await section(as: Self.person))
        #expect(shown.blocks.contains { if case .form(let form) = $0 { form.name == "comment" } else { false } })
        guard case .conversation(let remarks)? = shown.blocks.first else { return #expect(Bool(false)) }
        #expect(remarks.map(\.links.count) == [1, 0])
        var host = PluginHost()
        try host.install(CommentsScreensPlugin.self, .init(comments: InMemoryComments([image: []])))
        let without = try host.composed().values(of: PictureSections.self).first
        #expect(try await without?.show(image, ScreenRequest(here, now: Self.now))?.blocks.count == 1)
        let strangers = try screens([], as: nil)
        await #expect(throws: ScreenFailure.self) { try await strangers.show(all) }
    }

    @Test(.requirement("OFFLINE-03")) func withoutAConnectionOneCanSpeakAndSeesWhatWaits() async throws {
        var host = PluginHost()
        try host.install(
            CommentsScreensPlugin.self,
            .init(
                comments: Unreachable(),
                people: CommentsScreensPlugin.People(
                    comments: Scoped(always: Unreachable()), posting: Scoped(always: CommentsSpy()),
                    deletion: Scoped(always: CommentsSpy()), waiting: Scoped(always: Unheard()))))
        let composition = try host.composed(), place = "/p/\(image)/comments"
        let contents = try await ScreenRunner(composition.values(of: Screens.self), as: Self.person).show(place)
        guard case .column(let blocks) = contents.body, case .form? = blocks.last else { return #expect(Bool(false)) }
        #expect(blocks.contains(.notice(ScreenNotice(.remark, LocalizedText(en: "Off.", es: "Sin red.")))), "calmly")
        #expect(check.problems(of: contents, saying: [ScreenCheck.hostile[1]]) == [])
        // What somebody wrote is nobody else's business.
        let stranger = try await ScreenRunner(composition.values(of: Screens.self)).show(place)
        #expect(check.problems(of: stranger, saying: [ScreenCheck.hostile[1]]) != [])
    }

    private struct Unreachable: CommentsReading {
        func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
            throw CommentsError.connectivity(LocalizedText(en: "Off.", es: "Sin red."))
        }
    }

    private struct Unheard: WaitingCommentsReading {
        func waitingComment(_ name: UUID) async -> CommentMessage? { nil }
        func waitingCounts() async -> [ImageID: Int] { [:] }

        func waitingComments(on image: ImageID) async -> [CommentMessage] {
            [CommentMessage(ScreenCheck.hostile[1])].compactMap(\.self)
        }
    }

    // MARK: Taking it back

    @Test func whoTakesSomethingBackIsAskedFirst() async throws {
        let own = comment("mine", isMine: true), other = comment("hers"), spy = CommentsSpy()
        let screens = try screens([other, own], spy)
        let question = try await screens.show("\(all)/\(own.id)/delete?comments_after=\(other.id)")
        guard case .conversation(let remarks)? = blocks(question).first else { return #expect(Bool(false)) }
        #expect(remarks.map(\.text) == ["mine"])
        let outcome = try await screens.send(
            "delete-comment", to: "\(all)/\(own.id)/delete?comments_after=\(other.id)")
        #expect(place(outcome) == here.with("comments_after", "\(other.id)").part("comments"))
        #expect(spy.calls == [.delete(own.id, on: image)])
        for id in ["\(other.id)", "\(UUID())", "x"] {
            await #expect(throws: ScreenFailure.self) { try await screens.show("\(all)/\(id)/delete") }
        }
    }
}
