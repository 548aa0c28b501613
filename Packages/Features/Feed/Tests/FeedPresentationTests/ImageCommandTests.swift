import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedPresentationAPI
import FeedTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import PluginKit
import Presenting
import Testing

struct ImageCommandTests {
    private let folder: TemporaryFolder
    private let id = FeedImage.make(1).id

    init() throws {
        folder = try TemporaryFolder()
    }

    private func runner(
        _ images: any ImageDataLoading, viewer: String = "no-such-viewer", kept: CachedFeed? = nil,
        keptImages: [URL: Data] = [:],
        details: FeedImageLoadingStub = FeedImageLoadingStub(), additions: [RowDetails] = []
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: FeedLoadingSpy(), images: images, keptImages: InMemoryImageCache(keptImages),
                posting: ImagePostingSpy(.failure(.invalidData)),
                deleting: ImageDeletingSpy(), details: details, locations: LocationsStub(),
                kept: InMemoryFeedCache(kept),
                openedFolder: folder.path(of: "opened"), additions: { additions }, viewer: viewer,
                now: { Date(timeIntervalSince1970: 1_700_000_000) }))
        return CommandRunner(try host.composed())
    }

    private func viewer(exit status: Int) async throws -> String {
        try await folder.makeProgram("viewer", "echo \"$1\" > \(folder.path(of: "viewer.log"))\nexit \(status)")
    }

    @Test(.requirement("IMG-10")) func writesThePictureToAFile() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png)), file = folder.path(of: "picture.png")
        let run = try await runner(spy).run("image", "\(id)", "--output", file)
        #expect(run.exit == .success)
        #expect(run.output.contains(file))
        #expect(folder.contents(of: "picture.png") == Array(SampleImage.png))
        #expect(spy.urls.map(\.absoluteString) == ["https://example.com/image/\(id)"])
    }

    @Test(arguments: [
        ("image/png", SampleImage.png), ("image/jpeg", SampleImage.jpeg()), ("image/webp", SampleImage.webp),
        ("image/gif", SampleImage.gif), ("image/avif", SampleImage.avif),
    ])
    func givesScriptsWhatItIs(type: String, data: Data) async throws {
        let file = folder.path(of: "picture")
        let run = try await runner(ImageDataLoadingSpy(.success(data))).run("image", "\(id)", "-o", file, "--json")
        #expect(
            run.output == """
                {"bytes":\(data.count),"file":"\(file)","id":"\(id)","type":"\(type)",\
                "url":"https://example.com/image/\(id)"}\n
                """)
    }

    @Test func withoutAFileItSaysHowToSeeThePicture() async throws {
        let run = try await runner(ImageDataLoadingSpy(.success(SampleImage.png)))
            .run("image", "\(id)", on: TerminalSpy(width: 80))
        #expect(run.exit == .success)
        #expect(run.output.contains("--output") && run.output.contains("--open"))
        #expect(folder.files() == [])
    }

    @Test(.requirement("IMG-10")) func aTerminalDrawsThePictureOverWhatItShows() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let kept = CachedFeed(
            images: [.make(2), .make(1, description: "A quay", location: nil)], savedAt: Date())
        for (kept, words) in [(kept, "A quay"), (nil, "Picture \(id)")] as [(CachedFeed?, String)] {
            let terminal = TerminalSpy(width: 80, display: PictureDisplay(.blocks, columns: 80, rows: 24))
            let run = try await runner(spy, kept: kept).run("image", "\(id)", on: terminal)
            #expect(run.exit == .success)
            #expect(terminal.pictures.map(\.content) == [SampleImage.png])
            #expect(run.output.hasPrefix(words + "\n"))
            #expect(run.output.contains("--output") && run.output.contains("--open"))
        }
        #expect(spy.urls.map(\.absoluteString) == [String](repeating: "https://example.com/image/\(id)?w=80", count: 2))
        #expect(folder.files() == [])
    }

    @Test(.requirement("IMG-10")) func withoutAConnectionItIsDrawnInWhateverSizeItIsKept() async throws {
        let text = LocalizedText(en: "The server can't be reached.", es: "No hay servidor.")
        let offline = ImageDataLoadingSpy(.failure(.connectivity(text)))
        let smaller = LocationsStub().url(LocationsStub().url(of: id), forWidth: 640)
        let runner = try runner(offline, keptImages: [smaller: SampleImage.png])
        let terminal = TerminalSpy(width: 80, display: PictureDisplay(.blocks, columns: 80, rows: 24))
        #expect(await runner.run("image", "\(id)", on: terminal).exit == .success)
        #expect(terminal.pictures.map(\.content) == [SampleImage.png])
        // A file has the whole picture or none.
        let file = await runner.run("image", "\(id)", "-o", folder.path(of: "picture.png"))
        #expect(file.exit != .success && folder.files() == [])
    }

    @Test(.requirement("FEED-50", "COMM-01"), arguments: [true, false])
    func showsAllThereIsToSayOfAPicture(draws: Bool) async throws {
        let image = FeedImage(
            id: id, description: "A quay", location: "Cádiz", url: FeedImage.make(1).url, author: "Ana",
            createdAt: Date(timeIntervalSince1970: 1_699_990_000), isMine: true, isPublic: false, width: 1_600,
            height: 1_067, commentCount: 3, tint: "#102030")
        let comments = RowDetails(to: .pictures) { [.line(StyledText(verbatim: "What a light on \($0)"))] }
        let others = RowDetails(to: ListName("sessions", shownBy: "essential sessions")) { _ in
            [.line(StyledText(verbatim: "nothing of a picture"))]
        }
        let display = draws ? PictureDisplay(.blocks, columns: 80, rows: 24) : nil
        let terminal = TerminalSpy(width: 80, display: display)
        terminal.remember([UUID(), id.uuid], of: .pictures)
        let runner = try runner(
            ImageDataLoadingSpy(.success(SampleImage.png)), details: FeedImageLoadingStub(.success([image])),
            additions: [comments, others])
        let run = await runner.run("image", "2", on: terminal)
        #expect(terminal.pictures.count == (draws ? 1 : 0))
        for part in [
            "A quay\n", "Ana (you)", "2 h ago", "Cádiz", "people who are logged in", "1600 × 1067", "3", "\(id)",
            "What a light on \(id.uuid)",
        ] { #expect(run.output.contains(part), "\(part)") }
        #expect(!run.output.contains("nothing of a picture"))
        let json = await runner.run("image", "\(id)", "--json")
        for part in [#""author":{"username":"Ana"}"#, #""comment_count":3"#, #""bytes":"#, #""is_mine":true"#] {
            #expect(json.output.contains(part), "\(part)")
        }
    }

    @Test func whereTheServerSaysNothingWhatIsKeptIsSaid() async throws {
        let kept = CachedFeed(images: [.make(1, description: "A quay")], savedAt: Date())
        let off = FeedImageLoadingStub(.failure(.connectivity(LocalizedText(en: "Off.", es: "Sin red."))))
        let run = try await runner(
            ImageDataLoadingSpy(.success(SampleImage.png)), kept: kept, details: off
        ).run("image", "\(id)", on: TerminalSpy(width: 80))
        #expect(run.exit == .success && run.output.contains("A quay"))
    }

    @Test func anAmbiguousBeginningListsWhatItMayBe() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png)), terminal = TerminalSpy(width: 80)
        let both = [FeedImage.make(1).id, FeedImage.make(2).id]
        terminal.remember(both.map(\.uuid), of: .pictures)
        let run = try await runner(spy).run("image", "0000", on: terminal)
        #expect(run.exit == .failure && spy.urls.isEmpty)
        for id in both { #expect(run.errors.contains("\(id)")) }
        let unknown = try await runner(spy).run("image", "9655", on: terminal)
        #expect(
            unknown.exit == .failure && unknown.errors.contains("9655") && unknown.errors.contains("essential feed"))
    }

    @Test func whatIsSavedIsTheWholePictureAndIsNotDrawn() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png)), file = folder.path(of: "picture.png")
        let terminal = TerminalSpy(width: 80, display: PictureDisplay(.blocks, columns: 80, rows: 24))
        _ = try await runner(spy).run("image", "\(id)", "-o", file, on: terminal)
        #expect(terminal.pictures == [])
        #expect(spy.urls.map(\.absoluteString) == ["https://example.com/image/\(id)"])
    }

    @Test func opensThePictureInTheViewer() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let run = try await runner(spy, viewer: viewer(exit: 0)).run("image", "\(id)", "--open")
        #expect(run.exit == .success)
        let file = folder.path(of: "opened/\(id).png")
        #expect(folder.contents(of: "viewer.log") == Array((file + "\n").utf8))
        #expect(folder.contents(of: "opened/\(id).png") == Array(SampleImage.png))
        #expect(folder.mode(of: "opened") == 0o700)
    }

    @Test func opensTheFileThatWasAskedFor() async throws {
        let file = folder.path(of: "mine.png")
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        _ = try await runner(spy, viewer: viewer(exit: 0)).run("image", "\(id)", "--open", "--output", file)
        #expect(folder.contents(of: "viewer.log") == Array((file + "\n").utf8))
        #expect(folder.contents(of: "opened/\(id).png") == nil)
    }

    @Test(arguments: [true, false]) func withoutAViewerItSaysWhereThePictureIs(isThere: Bool) async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.jpeg()))
        let viewer = isThere ? try await viewer(exit: 3) : folder.path(of: "missing")
        let run = try await runner(spy, viewer: viewer).run("image", "\(id)", "--open")
        #expect(run.exit == .failure)
        #expect(run.errors.contains(folder.path(of: "opened/\(id).jpg")))
        #expect(folder.contents(of: "opened/\(id).jpg") == Array(SampleImage.jpeg()))
    }

    @Test(.requirement("IMG-10"), arguments: [[], ["--force"]]) func aFolderIsNoFileAndSaidToBeNone(
        words: [String]
    ) async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png)), path = folder.path(of: "pictures")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let run = try await runner(spy).run(["image", "\(id)", "-o", path] + words)
        #expect(run.exit == .failure && run.errors.contains("is a folder") && run.errors.contains("/picture.jpg"))
        #expect(spy.urls.isEmpty, "nothing is loaded first")
    }

    @Test func aFileThatCannotBeWrittenIsAnErrorThatNamesIt() async throws {
        let file = folder.path(of: "missing/picture.png")
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let run = try await runner(spy).run("image", "\(id)", "-o", file, "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "file_not_written")
        #expect(run.errors.contains(file))
    }

    @Test(.requirement("IMG-10"), arguments: [[], ["-o", "-"], ["--output", "-"]])
    func aFileOrAPipeGetsThePictureAndNothingElse(words: [String]) async throws {
        let terminal = TerminalSpy(), spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let run = try await runner(spy).run(["image", "\(id)"] + words, on: terminal)
        #expect(run.exit == .success && terminal.bytes == SampleImage.png && run.output == "" && run.errors == "")
        #expect(spy.urls.map(\.absoluteString) == ["https://example.com/image/\(id)"])
        #expect(folder.files() == [])
    }

    @Test(arguments: [["--json"], ["--open"], []])
    func standardOutputHasThePictureAloneOrNone(words: [String]) async throws {
        // Without more words it is the terminal that is in the way.
        let terminal = TerminalSpy(width: words.isEmpty ? 80 : nil)
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let run = try await runner(spy).run(["image", "\(id)", "-o", "-"] + words, on: terminal)
        #expect(run.exit == .usage && terminal.bytes.isEmpty && run.output == "")
        #expect(spy.urls == [] && folder.files() == [])
    }

    @Test(.requirement("IMG-10"), arguments: [false, true])
    func aFileThatIsThereStaysUnlessItIsSaidOtherwise(isLink: Bool) async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png)), file = folder.path(of: "mine.png")
        try Data("mine".utf8).write(to: URL(filePath: file))
        let name = isLink ? folder.path(of: "link") : file
        if isLink { #expect(symlink(file, name) == 0) }
        let kept = try await runner(spy).run("image", "\(id)", "-o", name, "--json")
        #expect(try kept.exit == .failure && kept.failureCode() == "file_exists" && kept.errors.contains(name))
        #expect(folder.contents(of: "mine.png") == Array("mine".utf8) && spy.urls == [], "nothing is loaded for it")
        #expect((try await runner(spy).run("image", "\(id)", "-o", name)).errors.contains("--force"))
        #expect((try await runner(spy).run("image", "\(id)", "-o", name, "--force")).exit == .success)
        #expect(folder.contents(of: "mine.png") == Array(SampleImage.png))
    }

    @Test func aDeviceOrALinkIsWrittenToAndNotReplaced() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let target = folder.path(of: "target"), link = folder.path(of: "link")
        try Data().write(to: URL(filePath: target))
        #expect(symlink(target, link) == 0)
        #expect((try await runner(spy).run("image", "\(id)", "-o", link, "--force")).exit == .success)
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(folder.contents(of: "target") == Array(SampleImage.png))
        #expect((try await runner(spy).run("image", "\(id)", "-o", "/dev/null")).exit == .success)
        #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test(.requirement("IMG-10")) func tellsHowFarItIs() async throws {
        let terminal = TerminalSpy(width: 80)
        _ = try await runner(ImageDataLoadingSpy(.success(SampleImage.png))).run("image", "\(id)", on: terminal)
        let count = Int64(SampleImage.png.count)
        #expect(
            terminal.progressEvents == [
                .started("Loading the picture"), .updated(completed: count, total: count), .finished,
            ])
    }

    @Test(
        .requirement("IMG-11", "IMG-12", "IMG-13", "IMG-23", "PUBFEED-03"),
        arguments: [
            (ImageDataError.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", 4),
            (.invalidData, "invalid_data", 1), (.notFound, "image_not_found", 1), (.notLoggedIn, "not_logged_in", 3),
            (
                .impossible(Obstacle(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada."))),
                "vault_wrong_key", 1
            ),
            (.cancelled, "cancelled", 130),
        ])
    func eachFailureHasItsCodeAndStatus(error: ImageDataError, code: String, exit: Int32) async throws {
        let file = folder.path(of: "picture")
        let run = try await runner(ImageDataLoadingSpy(.failure(error))).run("image", "\(id)", "-o", file, "--json")
        #expect(run.exit.rawValue == exit)
        #expect(try run.failureCode() == code)
        #expect(folder.files() == [])
        let terminal = TerminalSpy(width: 80)
        let text = try await runner(ImageDataLoadingSpy(.failure(error)))
            .run("image", "\(id)", "--language", "es", on: terminal)
        #expect(text.errors.contains(error.text.spanish.prefix(15)))
        #expect(terminal.progressEvents.last == .finished)
    }

    @Test(arguments: [[], ["x7"], ["00000000-0000-4000-8000-000000000001", "more"]])
    func refusesWhatItDoesNotUnderstand(words: [String]) async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        #expect((try await runner(spy).run(["image"] + words)).exit == .usage)
        #expect(spy.urls == [])
    }
}
