import CoreModels
import FeedAPI
import FeedContract
import FeedScreens
import FeedScreensAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import ScreensAPI
import ScreensTesting
import Testing

struct FeedScreensTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let check = ScreenCheck(places: ["/", "/p/{id}", FeedContract.imagePattern], now: Self.now)

    private func screens(
        _ images: [FeedImage], sections: [PictureSection] = []
    ) throws -> [String: Screen] {
        var host = PluginHost()
        try host.install(FeedScreensPlugin.self, .init(feed: InMemoryFeed(images), sections: { sections }))
        let screens = try host.composed().values(of: Screens.self)
        return Dictionary(uniqueKeysWithValues: screens.map { ($0.route.pattern, $0) })
    }

    private func feed(_ images: [FeedImage], after cursor: String? = nil) async throws -> ScreenContents {
        let screen = try #require(try screens(images)["/"])
        let query = cursor.map { ["after": $0] } ?? [:]
        return try await screen.show(ScreenRequest(.home, query: query, now: Self.now))
    }

    private func picture(
        _ id: String, of images: [FeedImage], sections: [PictureSection] = []
    ) async throws -> ScreenContents {
        let screen = try #require(try screens(images, sections: sections)["/p/{id}"])
        return try await screen.show(
            ScreenRequest(screen.route.place(id), values: ["id": id], now: Self.now))
    }

    private static func image(
        _ number: UInt8, _ text: String? = "a picture", author: String? = "Ana", age: TimeInterval = 60,
        width: Int? = 300, comments: Int? = 0
    ) -> FeedImage {
        let base = FeedImage.make(number)
        return FeedImage(
            id: base.id, description: text, location: text, url: base.url, author: author,
            createdAt: now.addingTimeInterval(-age), width: width, height: width.map { $0 * 2 / 3 },
            commentCount: comments, tint: "#204060")
    }

    private func groups(_ contents: ScreenContents) -> [PictureGroup] {
        if case .gallery(let groups, _, _) = contents.body { groups } else { [] }
    }

    private func links(_ contents: ScreenContents) -> [ScreenLink] {
        guard case .gallery(_, _, let after) = contents.body else { return [] }
        return after.flatMap { block in if case .links(let links) = block { links } else { [ScreenLink]() } }
    }

    @Test(.requirement("SANIT-03"), arguments: ScreenCheck.hostile)
    func whatPeopleWriteIsShownAsTheyWroteIt(_ text: String) async throws {
        let images = [Self.image(1, text, author: text), Self.image(2, nil, author: text, width: nil)]
        #expect(check.problems(of: try await feed(images), saying: [text]) == [])
        for image in images {
            let shown = try await picture("\(image.id)", of: images)
            #expect(check.problems(of: shown, saying: [text]) == [])
        }
    }

    @Test func picturesAreGroupedByTheirAge() async throws {
        let ages: [TimeInterval] = [60, 86_300, 86_500, 6 * 86_400, 30 * 86_400]
        let images = ages.enumerated().map { Self.image(UInt8($0), age: $1) }
        let groups = groups(try await feed(images))
        #expect(groups.map(\.heading.english) == ["The last 24 hours", "The last 7 days", "December 2026"])
        #expect(groups.map(\.heading.spanish) == ["Últimas 24 horas", "Últimos 7 días", "Diciembre de 2026"])
        #expect(groups.map(\.tiles.count) == [2, 2, 1])
    }

    @Test(.requirement("PUBFEED-01", "L10N-01")) func aTileSaysWhoseItIsAndHowMuchWasSaid() async throws {
        let images = [Self.image(1, comments: 1), Self.image(2, nil, comments: 3), Self.image(3, nil, author: "—")]
        let tiles = groups(try await feed(images)).flatMap(\.tiles)
        let counts = [LocalizedText(en: "1 comment", es: "1 comentario"), .init(en: "3 comments", es: "3 comentarios")]
        #expect(
            tiles.map(\.remarks) == [
                [.name("Ana"), .words(counts[0])], [.name("Ana"), .words(counts[1])], [],
            ])
        #expect(tiles[1].title == nil)
        #expect(tiles[1].picture.alternative == .words(.init(en: "A picture by Ana", es: "Una imagen de Ana")))
        #expect(tiles[0].picture.size == .init(width: 300, height: 200) && tiles[0].picture.tint == "#204060")
    }

    @Test func oneGoesOnByLinksUntilTheEnd() async throws {
        let images = (0..<70).map { Self.image($0) }
        var contents = try await feed(images), seen: [Place] = []
        for _ in 0..<3 {
            #expect(check.problems(of: contents) == [])
            seen += groups(contents).flatMap(\.tiles).map(\.place)
            guard links(contents).contains(where: { $0.relation == .next }) else { break }
            contents = try await feed(images, after: "\(images[seen.count - 1].id)")
        }
        #expect(seen.count == 70 && Set(seen).count == 70)
        #expect(links(contents).map(\.place) == [.home])
    }

    @Test(.requirement("FEED-60")) func laterPagesLeadBackToNewerOnes() async throws {
        let images = (0..<70).map { Self.image($0) }, screen = try #require(try screens(images)["/"])
        var contents = try await feed(images, after: "\(images[64].id)"), sizes: [Int] = []
        while case .gallery(_, let before, _) = contents.body,
            case .links(let links)? = before.first, let link = links.first
        {
            #expect(check.problems(of: contents) == [] && link.relation == .previous)
            let first = try #require(groups(contents).first?.tiles.first)
            #expect(link.place.parameters["before"] == first.name)
            contents = try await screen.show(ScreenRequest(link.place, query: link.place.parameters, now: Self.now))
            sizes.append(groups(contents).flatMap(\.tiles).count)
        }
        #expect(sizes == [30, 30, 5] && groups(contents).first?.tiles.first?.name == "\(images[0].id)")
        for name in ["x", "\(FeedImage.make(99).id)"] {
            await #expect(throws: ScreenFailure.self) {
                try await screen.show(ScreenRequest(.home, query: ["before": name], now: Self.now))
            }
        }
    }

    @Test(.requirement("FEED-60")) func oneGoesOnBesideAPictureThatIsGoneMeanwhile() async throws {
        var images = (0..<70).map { Self.image($0) }
        func next(_ relation: ScreenLink.Relation) async throws -> ScreenLink {
            let contents = try await feed(images, after: "\(images[29].id)")
            guard case .gallery(_, let before, let after) = contents.body else { return try #require(nil) }
            let links = (before + after).flatMap { if case .links(let links) = $0 { links } else { [ScreenLink]() } }
            return try #require(links.first { $0.relation == relation })
        }
        let older = try await next(.next), newer = try await next(.previous)
        images.remove(at: 59)
        images.remove(at: 30)
        let screen = try #require(try screens(images)["/"])
        func shown(_ link: ScreenLink) async throws -> [String] {
            let request = ScreenRequest(link.place, query: link.place.parameters, now: Self.now)
            return groups(try await screen.show(request)).flatMap(\.tiles).map(\.name)
        }
        #expect(try await shown(older) == images[58...].map { "\($0.id)" })
        #expect(try await shown(newer) == images[..<30].map { "\($0.id)" })
    }

    @Test(.requirement("NAV-08")) func aPictureLeadsBackToItsPlaceInTheFeed() async throws {
        let images = (0..<5).map { Self.image($0) }
        func back(_ image: FeedImage) async throws -> Place {
            let contents = try await picture("\(image.id)", of: images)
            guard case .picture(_, let beside) = contents.body else { return try #require(nil) }
            let links = beside.flatMap { if case .links(let links) = $0 { links } else { [ScreenLink]() } }
            return try #require(links.first { $0.label.english == "Back to the feed" }).place
        }
        #expect(try await back(images[0]) == .home)
        let shown = groups(try await feed(images, after: try await back(images[3]).parameters["after"]))
        #expect(shown.first?.tiles.first?.name == "\(images[3].id)")
    }

    @Test func nobodyGoesOnFromAPictureThatIsNone() async throws {
        for cursor in ["x", "\(FeedImage.make(9).id)"] {
            await #expect(throws: ScreenFailure.self) { try await feed([Self.image(1)], after: cursor) }
        }
    }

    @Test(.requirement("PUBFEED-06")) func anEmptyFeedSaysWhatToDo() async throws {
        let contents = try await feed([])
        #expect(check.problems(of: contents, saying: []) == [])
        guard case .column = contents.body else { return #expect(Bool(false), "\(contents)") }
    }

    @Test func aPictureLeadsToTheNextOlderOneAndShowsWhatOthersAdd() async throws {
        let images = [Self.image(1), Self.image(2)]
        let section = PictureSection { id, request in
            let text = "\(id) at \(request.now.timeIntervalSince1970)"
            return ScreenSection("more", LocalizedText(en: "More", es: "Más"), [.text(.written(text))])
        }
        let contents = try await picture(
            "\(images[0].id)", of: images, sections: [section, PictureSection { _, _ in nil }])
        #expect(check.problems(of: contents, saying: ["\(images[0].id) at 1800000000.0", "Ana"]) == [])
        guard case .picture(_, let beside) = contents.body else { return #expect(Bool(false), "\(contents)") }
        let places = beside.flatMap { block in
            if case .links(let links) = block { links.map(\.place) } else { [Place]() }
        }
        #expect(places == [ScreenRoute("/p/{id}").place("\(images[1].id)"), .home])
        guard case .picture(_, let last) = try await picture("\(images[1].id)", of: images).body else { return }
        let links = last.flatMap { if case .links(let links) = $0 { links } else { [ScreenLink]() } }
        #expect(
            links.map(\.relation) == [.previous, .other]
                && links[0].place == ScreenRoute("/p/{id}").place("\(images[0].id)"))
    }

    @Test func thereIsNoScreenOfAPictureThatIsNone() async throws {
        for id in ["x", "\(FeedImage.make(9).id)"] {
            await #expect(throws: ScreenFailure.self) { try await picture(id, of: [Self.image(1)]) }
        }
    }

    /// The screens can't see the contract, so that they are the same on a device.
    @Test func theBytesAreWhereTheContractSays() {
        #expect(FeedPlaces.bytes.pattern == FeedContract.imagePattern)
        #expect(FeedPlaces.width.description == FeedContract.widthParameter)
        #expect(FeedPlaces.widths == FeedContract.widths)
    }

    @Test func withoutAFeedThereAreNoScreens() throws {
        var host = PluginHost()
        try host.install(FeedScreensPlugin.self, .init(feed: nil, sections: { [] }))
        #expect(try host.composed().values(of: Screens.self).isEmpty)
    }
}
