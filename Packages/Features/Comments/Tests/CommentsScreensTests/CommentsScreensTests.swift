import CommentsAPI
import CommentsScreens
import CommentsTesting
import CoreModels
import FeedScreensAPI
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import ScreensAPI
import ScreensTesting
import Testing

struct CommentsScreensTests {
    private let image = ImageID(UUID()), here = ScreenRoute("/p/{id}").place("1")
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func section(_ comments: [ImageComment], after cursor: String? = nil) async throws -> ScreenSection? {
        var host = PluginHost()
        try host.install(CommentsScreensPlugin.self, .init(comments: InMemoryComments([image: comments])))
        let section = try #require(try host.composed().values(of: PictureSections.self).first)
        let place = here.with("comments_after", cursor)
        let query = cursor.map { ["comments_after": $0] } ?? [:]
        return try await section.show(image, ScreenRequest(place, query: query, now: now))
    }

    private func comment(_ text: String, by author: String = "Ana") -> ImageComment {
        ImageComment(id: CommentID(UUID()), message: text, createdAt: now, username: author)
    }

    private func links(_ section: ScreenSection?) -> [ScreenLink] {
        (section?.blocks ?? []).flatMap { block in if case .links(let links) = block { links } else { [ScreenLink]() } }
    }

    private func remarks(_ section: ScreenSection?) -> [String] {
        (section?.blocks ?? []).flatMap { block in
            if case .conversation(let remarks) = block { remarks.map(\.text) } else { [String]() }
        }
    }

    @Test(.requirement("SANIT-03"), arguments: ScreenCheck.hostile)
    func whatPeopleWriteIsShownAsTheyWroteIt(_ text: String) async throws {
        let section = try #require(try await section([comment(text, by: text)]))
        let back = ScreenLink(LocalizedText(en: "Back", es: "Volver"), to: .home)
        let contents = ScreenContents(.written("x"), .column([.section(section), .links([back])]))
        #expect(ScreenCheck(places: ["/p/{id}"]).problems(of: contents, saying: [text]) == [])
    }

    @Test(.requirement("COMM-01")) func allAreReadByLinks() async throws {
        let comments = (0..<70).map { comment("\($0)") }
        var page = try await section(comments), read: [String] = []
        for _ in 0..<3 {
            read += remarks(page)
            guard read.count < comments.count else { break }
            let cursor = "\(comments[read.count - 1].id)"
            #expect(links(page).first?.place == here.with("comments_after", cursor).part("comments"))
            page = try await section(comments, after: cursor)
        }
        #expect(read == comments.map(\.message))
        #expect(links(page).map(\.place) == [here.part("comments")])
    }

    @Test(.requirement("COMM-02")) func whatIsKeptSaysSinceWhen() async throws {
        struct Kept: CommentsReading {
            let page: CommentsPage
            func comments(on image: ImageID, after cursor: CommentID?, limit: Int) -> CommentsPage? { page }
        }
        let page = CommentsPage(
            items: [comment("Still here.")], savedAt: now.addingTimeInterval(-7_200),
            obstacle: LocalizedText(en: "Its certificate has expired.", es: "Su certificado ha caducado."))
        var host = PluginHost()
        try host.install(CommentsScreensPlugin.self, .init(comments: Kept(page: page)))
        let section = try await host.composed().values(of: PictureSections.self).first?
            .show(image, ScreenRequest(here, now: now))
        #expect(remarks(section) == ["Still here."])
        guard case .notice(let notice)? = section?.blocks.first else {
            Issue.record("nothing says how old they are")
            return
        }
        #expect(notice.text.english == "Its certificate has expired. These are the comments as they were 2 h ago.")
        #expect(notice.text.spanish == "Su certificado ha caducado. Así estaban los comentarios hace 2 h.")
    }

    @Test(.requirement("COMM-01")) func whoLooksIsToldWhatOthersSay() async throws {
        var host = PluginHost()
        try host.install(
            CommentsScreensPlugin.self,
            .init(comments: InMemoryComments([image: [comment("a")]]), following: Changes(count: 2)))
        let composed = try host.composed(), source = try #require(composed.values(of: LiveSources.self).first)
        let section = try await composed.values(of: PictureSections.self).first?.show(
            image, ScreenRequest(here, now: now))
        #expect(section?.topic == LiveTopic("comments", about: "\(image)") && source.audience == nil)
        for (subject, count) in [("\(image)", 2), ("\(UUID())", 0), ("x", 0)] {
            let told = Locked(0)
            try await source.follow(subject, ScreenRequest(here, now: now)) { news in
                #expect(news == .changed)
                told.withLock { $0 += 1 }
            }
            #expect(told.current == count, "\(subject)")
        }
    }

    private struct Changes: CommentsFollowing {
        let count: Int

        func changes(of image: ImageID) -> AsyncStream<Void> {
            AsyncStream { continuation in
                for _ in 0..<count { continuation.yield() }
                continuation.finish()
            }
        }
    }

    @Test func whereNobodySaidAnythingThereIsAWordForIt() async throws {
        let section = try await section([])
        #expect(section?.blocks.count == 1 && remarks(section) == [] && links(section) == [])
    }

    @Test func nobodyGoesOnFromACommentThatIsNone() async throws {
        for cursor in ["x", "\(UUID())"] {
            await #expect(throws: ScreenFailure.self) { try await section([comment("a")], after: cursor) }
        }
    }

    @Test func ofAPictureThatNotEverybodyMaySeeThereIsNothing() async throws {
        var host = PluginHost()
        try host.install(CommentsScreensPlugin.self, .init(comments: InMemoryComments([:])))
        let section = try #require(try host.composed().values(of: PictureSections.self).first)
        #expect(try await section.show(image, ScreenRequest(here, now: now)) == nil)
    }
}
