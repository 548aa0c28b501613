import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import PluginKit
import Testing

struct ImageCommandTests {
    private let folder: TemporaryFolder
    private let id = FeedImage.make(1).id

    init() throws {
        folder = try TemporaryFolder()
    }

    private func runner(
        _ images: any ImageDataLoading, viewer: String = "no-such-viewer", kept: CachedFeed? = nil
    ) throws -> CommandRunner {
        let host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: FeedLoadingSpy(), images: images, posting: ImagePostingSpy(.failure(.busy)),
                deleting: ImageDeletingSpy(), locations: LocationsStub(), kept: InMemoryFeedCache(kept),
                openedFolder: folder.path(of: "opened"), viewer: viewer))
        return CommandRunner(host.values(of: Commands.self))
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
        let run = try await runner(ImageDataLoadingSpy(.success(SampleImage.png))).run("image", "\(id)")
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

    @Test func aFileThatCannotBeWrittenIsAnErrorThatNamesIt() async throws {
        let file = folder.path(of: "missing/picture.png")
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let run = try await runner(spy).run("image", "\(id)", "-o", file, "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "file_not_written")
        #expect(run.errors.contains(file))
    }

    @Test func aDeviceOrALinkIsWrittenToAndNotReplaced() async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        let target = folder.path(of: "target"), link = folder.path(of: "link")
        try Data().write(to: URL(filePath: target))
        #expect(symlink(target, link) == 0)
        #expect((try await runner(spy).run("image", "\(id)", "-o", link)).exit == .success)
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
            (.impossible(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada.")), "vault_wrong_key", 1),
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

    @Test(arguments: [[], ["7"], ["00000000-0000-4000-8000-000000000001", "more"]])
    func refusesWhatItDoesNotUnderstand(words: [String]) async throws {
        let spy = ImageDataLoadingSpy(.success(SampleImage.png))
        #expect((try await runner(spy).run(["image"] + words)).exit == .usage)
        #expect(spy.urls == [])
    }
}
