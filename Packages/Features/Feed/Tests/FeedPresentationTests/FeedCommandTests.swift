import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedPresentationAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import Testing

struct FeedCommandTests: FeedCommandSuite {
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
        #expect(run.errors.contains("as it was \(savedAt)") && !run.errors.contains("2020-09"))
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
                .impossible(Obstacle(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada."))),
                "vault_wrong_key",
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

    @Test(arguments: [["--limit", "0"], ["--limit", "101"], ["--limit", "x"], ["--after", "x"], ["--wrong"]])
    func refusesWhatItDoesNotUnderstand(words: [String]) async throws {
        let spy = FeedLoadingSpy(page([lake]))
        let run = try await runner(spy).run(["feed"] + words)
        #expect(run.exit == .usage)
        #expect(spy.calls == [])
    }

    @Test(.requirement("PUBFEED-06")) func somethingIsShownWhileTheFeedLoads() async throws {
        let terminal = TerminalSpy(width: 100, language: .spanish)
        _ = try await runner(FeedLoadingSpy(page([lake]))).run("feed", "--language", "es", on: terminal)
        #expect(terminal.progressEvents == [.started("Cargando las novedades"), .finished])
    }

    @Test(.requirement("PUBFEED-06")) func whatAnAuthorDidNotSayHasAPlaceholder() async throws {
        let run = try await runner(FeedLoadingSpy(page([.make(1, description: nil, location: nil)]))).run("feed")
        #expect(run.output.contains("A picture without a description"))
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

    /// What a server of today says of a picture.
    private func told(_ title: String, author: String = "Ana", isMine: Bool = false, isPublic: Bool = true) -> FeedImage
    {
        FeedImage(
            id: lake.id, description: title, location: "Bled", url: lake.url, author: author,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000 - 7_200), isMine: isMine, isPublic: isPublic,
            width: 1_600, height: 1_067, commentCount: 12, tint: "#7d8794")
    }

    @Test(.requirement("FEED-01", "FEED-50"), arguments: ["en", "es"])
    func atEightyColumnsATitleHasFortyCharactersAndWhoAndWhenStandBesideIt(language: String) async throws {
        let title = "A quay in the morning with forty or more letters, all of them needed"
        let author = "Somebody with quite a long name"
        let run = try await runner(FeedLoadingSpy(page([told(title, author: author), moor]))).run(
            "feed", "--language", language, on: TerminalSpy(width: 80))
        let line = try #require(run.output.split(separator: "\n").dropFirst().first)
        #expect(line.contains(title.prefix(40)) && line.contains("Somebod") && line.count <= 80)
        #expect(line.contains(language == "es" ? "hace 2 h" : "2 h ago"))
        #expect(line.contains("\(lake.id)".prefix(8)) && !line.contains("\(lake.id)".prefix(9)))
        #expect(line.hasPrefix("1  A quay"), "the title comes first")
        let wide = try await runner(FeedLoadingSpy(page([told(title, author: author)]))).run(
            "feed", on: TerminalSpy(width: 200))
        for part in [title, author, "12", "Bled"] { #expect(wide.output.contains(part), "\(part)") }
    }

    @Test(.requirement("FEED-50"), arguments: [80, 90, 100]) func whoMaySeeAPictureIsSaidWholeBesideAnyTitle(
        width: Int
    ) async throws {
        let pictures = [10, 38, 60].map { told(String(repeating: "x", count: $0), isMine: true, isPublic: false) }
        let run = try await runner(FeedLoadingSpy(page(pictures))).run("feed", on: TerminalSpy(width: width))
        let rows = run.output.split(separator: "\n").filter { $0.contains("xxx") }
        #expect(rows.count == 3 && rows.allSatisfy { $0.contains("  members only  ") }, "\(run.output)")
    }

    @Test(.requirement("FEED-50")) func anAuthorSeesWhatIsTheirOwnAndWhoElseMaySeeIt() async throws {
        let run = try await runner(FeedLoadingSpy(page([told("A lake", isMine: true, isPublic: false)]))).run("feed")
        #expect(run.output.contains("Ana (you)") && run.output.contains("members only"))
    }

    @Test(.requirement("FEED-50")) func scriptsGetAllThatTheServerSays() async throws {
        let run = try await runner(FeedLoadingSpy(page([told("A lake", isPublic: false)]))).run("feed", "--json")
        #expect(
            run.output.hasPrefix(
                """
                {"items":[{"author":{"username":"Ana"},"comment_count":12,"created_at":"2023-11-14T20:13:20Z",\
                "description":"A lake","height":1067,"id":"\(lake.id)","is_mine":false,"location":"Bled",\
                "tint":"#7d8794","url":"\(lake.url)","visibility":"members","width":1600}]
                """))
    }

    @Test func aRowOfTheLastListIsNamedByNumberAndByBeginning() async throws {
        let terminal = TerminalSpy(width: 100)
        let other = FeedImage.make(3),
            spy = FeedLoadingSpy(page([lake, moor, other], next: other.id), page([]), page([]))
        let runner = try runner(spy)
        _ = await runner.run("feed", on: terminal)
        #expect(terminal.rows(of: .pictures) == [lake, moor, other].map(\.id.uuid))
        _ = await runner.run("feed", "--after", "2", on: terminal)
        #expect(spy.calls.last?.cursor == moor.id)
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
        #expect(run.output == "A lake at dawn · Bled\n1  \(lake.id)\n\nA moor\n2  \(moor.id)\n\n")
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
