import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import Testing

struct FeedCommandTests {
    private func runner(
        _ feed: any FeedLoading, images: any ImageDataLoading = ImageDataLoadingSpy(.failure(.notFound))
    ) throws -> CommandRunner {
        let host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: feed, images: images, posting: ImagePostingSpy(.failure(.busy)),
                deleting: ImageDeletingSpy(), locations: LocationsStub(), kept: InMemoryFeedCache(),
                openedFolder: "/nowhere"))
        return CommandRunner(host.values(of: Commands.self))
    }

    private func page(_ images: [FeedImage], next: ImageID? = nil) -> Result<LoadedFeed, FeedError> {
        .success(LoadedFeed(page: FeedPage(items: images, next: next), source: .remote))
    }

    private func cached(_ images: [FeedImage]) -> Result<LoadedFeed, FeedError> {
        .success(
            LoadedFeed(
                page: FeedPage(items: images, next: nil),
                source: .cache(savedAt: Date(timeIntervalSince1970: 1_600_000_000))))
    }

    private let lake = FeedImage.make(1, description: "A lake at dawn", location: "Bled")
    private let moor = FeedImage.make(2, description: "A moor", location: nil)

    @Test func areDeclaredWithoutAMistake() throws {
        try runner(FeedLoadingSpy()).expectWellFormed()
    }

    @Test(.requirement("FEED-01"), arguments: [("en", "Picture"), ("es", "Imagen")])
    func showsATable(language: String, heading: String) async throws {
        let spy = FeedLoadingSpy(page([lake, moor]))
        let run = try await runner(spy).run("feed", "--language", language)
        #expect(run.exit == .success)
        for text in [heading, "A lake at dawn", "Bled", "A moor", "\(lake.id)", "\(moor.id)"] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(spy.calls == [.init(cursor: nil, limit: 10)])
        #expect(run.errors.isEmpty)
    }

    @Test(.requirement("FEED-01")) func givesScriptsTheNamesOfTheWire() async throws {
        let run = try await runner(FeedLoadingSpy(page([lake, moor], next: moor.id))).run("feed", "--json")
        #expect(
            run.output == """
                {"items":[{"description":"A lake at dawn","id":"\(lake.id)","location":"Bled",\
                "url":"https://example.com/image/\(lake.id)"},{"description":"A moor","id":"\(moor.id)",\
                "url":"https://example.com/image/\(moor.id)"}],"next":"\(moor.id)","source":"remote"}\n
                """)
    }

    @Test(.requirement("FEED-03")) func saysThatAFeedIsFromTheCache() async throws {
        let run = try await runner(FeedLoadingSpy(cached([lake]))).run("feed")
        #expect(run.exit == .success)
        #expect(run.output.contains("A lake at dawn"))
        #expect(run.errors.contains("2020-09-13T12:26:40Z"))
        let json = try await runner(FeedLoadingSpy(cached([lake]))).run("feed", "--json")
        #expect(json.output.contains(#""saved_at":"2020-09-13T12:26:40Z","source":"cache""#))
        #expect(json.errors.isEmpty)
    }

    @Test(
        .requirement("FEED-04", "FEED-05", "FEED-12", "PUBFEED-04"),
        arguments: [("en", "No way through."), ("es", "Sin camino.")])
    func withoutServerAndCacheItSaysWhatIsInTheWay(language: String, text: String) async throws {
        let offline = FeedError.connectivity(LocalizedText(en: "No way through.", es: "Sin camino."))
        let run = try await runner(FeedLoadingSpy(.failure(offline))).run("feed", "--language", language)
        #expect(run.exit == .noConnectivity)
        #expect(run.output.isEmpty && run.errors.contains(text))
        let json = try await runner(FeedLoadingSpy(.failure(offline))).run("feed", "--json")
        #expect(try json.failureCode() == "no_connectivity")
    }

    @Test(
        .requirement("FEED-11"),
        arguments: [
            (FeedError.invalidData, "invalid_data", ExitStatus.failure), (.notLoggedIn, "not_logged_in", .notLoggedIn),
            (
                .impossible(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada.")), "vault_wrong_key",
                .failure
            ),
            (.unknownCursor, "image_not_found", .failure), (.cancelled, "cancelled", .interrupted),
        ])
    func eachFailureHasItsCodeAndStatus(error: FeedError, code: String, exit: ConsoleAPI.ExitStatus) async throws {
        let run = try await runner(FeedLoadingSpy(.failure(error))).run("feed", "--json")
        #expect(run.exit == exit)
        #expect(try run.failureCode() == code)
        let text = try await runner(FeedLoadingSpy(.failure(error))).run("feed")
        #expect(text.errors.contains(error.text.english.prefix(20)))
    }

    @Test(.requirement("PUBFEED-06")) func anEmptyFeedSaysSo() async throws {
        let run = try await runner(FeedLoadingSpy(page([]))).run("feed", "--language", "es")
        #expect(run.exit == .success)
        #expect(run.output.contains("Todavía no hay imágenes."))
        let json = try await runner(FeedLoadingSpy(page([]))).run("feed", "--json")
        #expect(json.output == "{\"items\":[],\"source\":\"remote\"}\n")
    }

    @Test func asksForThePageThatIsWanted() async throws {
        let spy = FeedLoadingSpy(page([lake]))
        _ = try await runner(spy).run("feed", "--limit", "3", "--after", "\(moor.id)")
        #expect(spy.calls == [.init(cursor: moor.id, limit: 3)])
    }

    @Test(arguments: [["--limit", "0"], ["--limit", "101"], ["--limit", "x"], ["--after", "7"], ["--wrong"]])
    func refusesWhatItDoesNotUnderstand(words: [String]) async throws {
        let spy = FeedLoadingSpy(page([lake]))
        let run = try await runner(spy).run(["feed"] + words)
        #expect(run.exit == .usage)
        #expect(spy.calls == [])
    }

    @Test func aPipeGetsOnePageAndHowToGetTheNext() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor]))
        let run = try await runner(spy).run("feed")
        #expect(spy.calls.count == 1)
        #expect(run.output.contains("essential feed --after \(lake.id)"))
    }

    @Test func allMeansAllPagesInOneObject() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor], next: moor.id), page([]))
        let run = try await runner(spy).run("feed", "--all", "--limit", "1", "--json")
        #expect(
            spy.calls == [
                .init(cursor: nil, limit: 1), .init(cursor: lake.id, limit: 1), .init(cursor: moor.id, limit: 1),
            ])
        struct Answer: Decodable {
            struct Item: Decodable { let id: ImageID }
            let items: [Item]
            let next: ImageID?
        }
        let answer = try run.json(Answer.self)
        #expect(answer.items.map(\.id) == [lake.id, moor.id])
        #expect(answer.next == nil)
    }

    @Test func aPersonIsAskedBeforeEachFurtherPage() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor], next: moor.id), page([.make(3)]))
        let terminal = TerminalSpy(answers: [.text("y"), .text("n")], width: 100)
        let run = try await runner(spy).run("feed", on: terminal)
        #expect(terminal.questions.map(\.text) == ["Show more?", "Show more?"])
        #expect(run.exit == .success)
        #expect(run.output.contains("A moor"))
        #expect(!run.output.contains("\(FeedImage.make(3).id)"))
    }

    @Test(.timeLimit(.minutes(1))) func theNextPageComesWhileThePersonLooksAtThisOne() async throws {
        let feed = PatientFeed(first: try page([lake], next: lake.id).get())
        let run = try await runner(feed).run("feed", on: TerminalSpy(answers: [.text("n")], width: 100))
        #expect(run.exit == .success)
        #expect(feed.cancelled.current == [lake.id], "whoever has seen enough waits for nothing")
    }

    @Test func aPipeAsksForNoPageThatNobodyWants() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id))
        _ = try await runner(spy).run("feed")
        _ = try await runner(spy).run("feed", "--json", on: TerminalSpy(answers: [.text("y")], width: 100))
        #expect(spy.calls.map(\.cursor) == [nil, nil])
    }

    @Test(.requirement("PUBFEED-04"), arguments: [("en", "Try again?"), ("es", "¿Intentarlo de nuevo?")])
    func aPersonMayTryAgain(language: String, question: String) async throws {
        let offline = FeedError.connectivity(LocalizedText(en: "No way through.", es: "Sin camino."))
        let spy = FeedLoadingSpy(.failure(offline), .failure(offline), page([lake]))
        let terminal = TerminalSpy(answers: [.text("y"), .text("")], width: 100)
        let run = try await runner(spy).run("feed", "--language", language, on: terminal)
        #expect(terminal.questions.map(\.text) == [question, question])
        #expect(run.exit == .success)
        #expect(run.output.contains("A lake at dawn"))
        #expect(run.errors.contains(offline.text.text(in: language == "es" ? .spanish : .english)))
    }

    @Test(.requirement("PUBFEED-04")) func whoDoesNotTryAgainIsToldOnceMoreInTheExitStatus() async throws {
        let offline = FeedError.connectivity(LocalizedText(en: "No way through.", es: "Sin camino."))
        let spy = FeedLoadingSpy(page([lake], next: lake.id), .failure(offline))
        let run = try await runner(spy).run("feed", on: TerminalSpy(answers: [.text("y"), .text("n")], width: 100))
        #expect(run.exit == .noConnectivity)
        #expect(run.output.contains("A lake at dawn"), "what was there was shown")
    }

    @Test(.requirement("PUBFEED-06")) func somethingIsShownWhileTheFeedLoads() async throws {
        let terminal = TerminalSpy(width: 100, language: .spanish)
        _ = try await runner(FeedLoadingSpy(page([lake]))).run("feed", "--language", "es", on: terminal)
        #expect(terminal.progressEvents == [.started("Cargando las novedades"), .finished])
    }

    @Test(.requirement("PUBFEED-06")) func whatAnAuthorDidNotSayHasAPlaceholder() async throws {
        let run = try await runner(FeedLoadingSpy(page([.make(1, description: nil, location: nil)]))).run("feed")
        #expect(run.output.contains("—"))
    }

    @Test(arguments: [("en", "hidden by an administrator"), ("es", "oculta por un administrador")])
    func anAuthorIsToldThatAPictureIsHidden(language: String, text: String) async throws {
        let hidden = FeedImage(id: lake.id, description: "A lake", location: nil, url: lake.url, isHidden: true)
        let run = try await runner(FeedLoadingSpy(page([hidden, moor]))).run("feed", "--language", language)
        #expect(run.output.split(separator: text).count == 2)
        let json = try await runner(FeedLoadingSpy(page([hidden]))).run("feed", "--json")
        #expect(json.output.contains(#""hidden":true"#))
        let images = ImageDataLoadingSpy(.success(SampleImage.png)), terminal = screen
        let drawn = try await runner(FeedLoadingSpy(page([hidden, moor])), images: images)
            .run("feed", "--pictures", "--language", language, on: terminal)
        #expect(drawn.output.split(separator: text).count == 2, "also beside the pictures")
    }

    @Test(.requirement("FEED-03"), arguments: [("en", "all that is kept"), ("es", "todo lo que hay guardado")])
    func whatIsKeptMayEndBeforeTheFeed(language: String, text: String) async throws {
        let run = try await runner(FeedLoadingSpy(cached([lake]))).run("feed", "--language", language)
        #expect(run.output.contains(text))
        let whole = try await runner(FeedLoadingSpy(page([lake]))).run("feed", "--language", language)
        #expect(!whole.output.contains(text))
    }

    @Test(.requirement("FEED-03")) func aConnectionThatGoesInTheMiddleIsTold() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), cached([moor]))
        let run = try await runner(spy).run("feed", "--all")
        #expect(run.output.contains("A moor"))
        #expect(run.errors.contains("2020-09-13T12:26:40Z"))
    }

    @Test func anEndOfInputIsANo() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id))
        let run = try await runner(spy).run("feed", on: TerminalSpy(answers: [], width: 100))
        #expect(run.exit == .success)
        #expect(!run.output.contains("A moor"))
    }

    private var screen: TerminalSpy {
        TerminalSpy(width: 80, display: PictureDisplay(.sixel, columns: 80, rows: 24, cellWidth: 10, cellHeight: 20))
    }

    @Test(.requirement("FEED-01", "IMG-10")) func drawsThePicturesInTheirOrderWithWhatTheyShow() async throws {
        let images = ImageDataLoadingSpy(.success(SampleImage.png)), terminal = screen
        let run = try await runner(FeedLoadingSpy(page([lake, moor])), images: images)
            .run("feed", "--pictures", on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.pictures.map(\.content) == [SampleImage.png, SampleImage.png])
        #expect(
            terminal.pictures.map { $0.description.plainText(in: .english) } == ["A lake at dawn · Bled", "A moor"])
        #expect(run.output == "A lake at dawn · Bled\n\(lake.id)\n\nA moor\n\(moor.id)\n\n")
        // As wide as the terminal needs it.
        #expect(Set(images.urls.map(\.absoluteString)) == Set([lake, moor].map { "\($0.url)?w=480" }))
    }

    @Test(.requirement("IMG-23")) func aPictureThatDoesNotComeIsDescribedAllTheSame() async throws {
        let text = LocalizedText(en: "The server can't be reached.", es: "No hay servidor.")
        let images = ImageDataLoadingSpy(.failure(.connectivity(text))), terminal = screen
        let run = try await runner(FeedLoadingSpy(cached([lake, moor])), images: images)
            .run("feed", "--pictures", on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.pictures == [])
        for part in ["A lake at dawn · Bled\n", "A moor\n", "isn't on this device", "\(moor.id)"] {
            #expect(run.output.contains(part), "\(part)")
        }
    }

    @Test func aPipeAndScriptsGetNoPictures() async throws {
        let images = ImageDataLoadingSpy(.success(SampleImage.png))
        for words in [["feed", "--pictures"], ["feed", "--pictures", "--json"]] {
            let run = try await runner(FeedLoadingSpy(page([lake])), images: images).run(words)
            let plain = try await runner(FeedLoadingSpy(page([lake]))).run(words.filter { $0 != "--pictures" })
            #expect(run.output == plain.output && run.errors == plain.errors)
        }
        #expect(images.urls == [])
    }

    @Test(.requirement("SANIT-03")) func textOfStrangersCannotActOnTheTerminal() async throws {
        let nasty = FeedImage.make(1, description: "\u{1B}[2J\u{7}gone", location: "a\u{202E}b\nc")
        let run = try await runner(FeedLoadingSpy(page([nasty]))).run("feed")
        #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
        #expect(run.output.contains("gone"))
        let json = try await runner(FeedLoadingSpy(page([nasty]))).run("feed", "--json")
        #expect(!json.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }
}
