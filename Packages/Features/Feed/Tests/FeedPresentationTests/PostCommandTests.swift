import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import Testing

struct PostCommandTests {
    private let image = FeedImage.make(1, description: "a beach", location: "Cádiz")

    private func runner(
        _ posting: any ImagePosting = ImagePostingSpy(.failure(.invalidData)),
        deleting: any ImageDeleting = ImageDeletingSpy(), showing shown: FeedImage? = nil
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: FeedLoadingSpy(), images: ImageDataLoadingSpy(.failure(.notFound)), posting: posting,
                deleting: deleting, details: FeedImageLoadingStub(.success([shown ?? image])),
                locations: LocationsStub(),
                kept: InMemoryFeedCache(), openedFolder: "/nowhere"))
        return CommandRunner(try host.composed())
    }

    @Test func publishesWhatIsSaid() async throws {
        let spy = ImagePostingSpy(.success(image))
        let run = try await runner(spy).run(
            "post", "beach.jpg", "--description", "a beach", "--location", "Cádiz", "--public")
        #expect(run.exit == .success)
        #expect(run.output.contains("\(image.id)"))
        #expect(
            spy.drafts == [ImageDraft(file: "beach.jpg", description: "a beach", location: "Cádiz", isPublic: true)])
    }

    @Test func withoutAWordOnItAPictureIsForMembers() async throws {
        let spy = ImagePostingSpy(.success(image))
        #expect(try await runner(spy).run("post", "beach.jpg").exit == .success)
        #expect(spy.drafts == [ImageDraft(file: "beach.jpg", description: nil, location: nil, isPublic: false)])
    }

    @Test func givesScriptsThePicture() async throws {
        let run = try await runner(ImagePostingSpy(.success(image))).run("post", "beach.jpg", "--json")
        #expect(
            run.output == """
                {"description":"a beach","id":"\(image.id)","location":"Cádiz","url":"\(image.url)"}\n
                """)
    }

    @Test func whatIsNoPictureIsNotSent() async throws {
        let spy = ImagePostingSpy(.success(image)), folder = try TemporaryFolder(), path = folder.path(of: "README.md")
        try Data("# Essential".utf8).write(to: URL(filePath: path))
        let run = try await runner(spy).run("post", path)
        #expect(run.exit == .failure && run.errors.contains("is no picture, and nothing was sent"))
        #expect(try await runner(spy).run("post", path, "--json").failureCode() == "not_an_image")
        #expect(spy.drafts.isEmpty)
        for picture in [SampleImage.png, SampleImage.jpeg(), SampleImage.webp, SampleImage.gif, SampleImage.avif] {
            try picture.write(to: URL(filePath: path))
            #expect(try await runner(spy).run("post", path).exit == .success)
        }
    }

    @Test(arguments: [
        ("--description", String(repeating: "x", count: 501), "The description has 501 characters, and may have 500."),
        ("--location", String(repeating: "x", count: 101), "The location has 101 characters, and may have 100."),
        ("--location", "a\u{202E}b", "The location has characters that can't be seen"),
    ]) func whichTextWillNotDoIsSaidBeforeThePictureIsSent(option: String, text: String, told: String) async throws {
        let spy = ImagePostingSpy(.success(image))
        let run = try await runner(spy).run("post", "beach.jpg", option, text)
        #expect(run.exit == .failure && run.errors.contains(told), "\(run.errors)")
        #expect(spy.drafts.isEmpty)
    }

    @Test(arguments: [
        (ImagePostingError.unreadable(file: "x"), ConsoleAPI.ExitStatus.failure, "file_not_read"),
        (.connectivity(LocalizedText(en: "No.", es: "No.")), .noConnectivity, "no_connectivity"),
        (.waiting(LocalizedText(en: "No.", es: "No.")), .noConnectivity, "no_connectivity"),
        (.postponed(LocalizedText(en: "No.", es: "No.")), .failure, "too_many_pictures"),
        (.impossible(Obstacle(code: "vault_locked", LocalizedText(en: "No.", es: "No."))), .failure, "vault_locked"),
        (.refused(code: "damaged_image", LocalizedText(en: "Bad.", es: "Mal.")), .failure, "damaged_image"),
        (.tooLarge, .failure, "file_too_large"), (.busy(retryAfter: nil), .noConnectivity, "server_busy"),
        (.invalidData, .failure, "invalid_data"), (.notLoggedIn, .notLoggedIn, "not_logged_in"),
        (.emailNotVerified, .failure, "email_not_verified"), (.cancelled, .interrupted, "cancelled"),
    ]) func saysWhatWentWrong(error: ImagePostingError, exit: ConsoleAPI.ExitStatus, code: String) async throws {
        let run = try await runner(ImagePostingSpy(.failure(error))).run("post", "beach.jpg", "--json")
        #expect(run.exit == exit)
        #expect(run.errors.contains("\"code\":\"\(code)\""))
        #expect(run.errors.contains("\"waits\":true") == error.isWaiting)
    }

    @Test func deletesWhatIsNamed() async throws {
        let spy = ImageDeletingSpy()
        let run = try await runner(deleting: spy).run("post", "delete", "\(image.id)")
        #expect(run.exit == .success && run.output.contains("“a beach” and its comments are deleted."))
        #expect(spy.images == [image.id])
        let scripted = try await runner(deleting: spy).run("post", "delete", "\(image.id)", "--json")
        #expect(scripted.output == "{\"deleted\":\"\(image.id)\"}\n")
    }

    /// Who deletes two by the list that is on the screen deletes those two.
    @Test func whatANumberMeansStaysAsItWasShown() async throws {
        let spy = ImageDeletingSpy(), terminal = TerminalSpy(answers: [])
        let list = ListName("pictures", shownBy: "essential feed"), second = FeedImage.make(2)
        terminal.remember([image.id, second.id].map(\.uuid), of: list)
        for number in ["1", "2"] {
            let run = try await runner(deleting: spy).run("post", "delete", number, "--yes", on: terminal)
            #expect(run.exit == .success && run.output.contains("numbers of the list stay"), "\(run.output)")
        }
        #expect(spy.images == [image.id, second.id])
        let named = try await runner(deleting: spy).run(
            "post", "delete", "\(image.id)", "--yes", on: TerminalSpy(answers: []))
        #expect(!named.output.contains("numbers"))
    }

    @Test func somebodyAtATerminalIsAskedAboutThePictureByItsName() async throws {
        for (answer, isDeleted) in [("y", true), ("n", false)] {
            let spy = ImageDeletingSpy(), terminal = TerminalSpy(answers: [.text(answer)])
            let run = try await runner(deleting: spy).run("post", "delete", "\(image.id)", on: terminal)
            #expect(terminal.questions.map(\.text) == ["Delete “a beach” and its comments for good?"])
            #expect(run.exit == .success && spy.images == (isDeleted ? [image.id] : []))
            #expect(run.output.contains(isDeleted ? "are deleted" : "Nothing was deleted."))
        }
        let spy = ImageDeletingSpy(), terminal = TerminalSpy(answers: [])
        _ = try await runner(deleting: spy).run("post", "delete", "\(image.id)", "--yes", on: terminal)
        #expect(terminal.questions.isEmpty && spy.images == [image.id])
    }

    @Test(arguments: [[], ["--yes"]]) func nobodyIsAskedAboutAPictureOfSomebodyElse(words: [String]) async throws {
        let spy = ImageDeletingSpy(), terminal = TerminalSpy(answers: [])
        let others = FeedImage(id: image.id, description: "a beach", location: nil, url: image.url, isMine: false)
        let run = try await runner(deleting: spy, showing: others).run(
            ["post", "delete", "\(image.id)"] + words, on: terminal)
        #expect(run.exit == .failure && run.errors.contains("“a beach” isn't yours"))
        #expect(terminal.questions.isEmpty && spy.images.isEmpty)
    }

    @Test(arguments: [
        (
            ImageDeletionError.connectivity(LocalizedText(en: "No.", es: "No.")), ConsoleAPI.ExitStatus.noConnectivity,
            "no_connectivity"
        ),
        (.impossible(Obstacle(code: "vault_locked", LocalizedText(en: "No.", es: "No."))), .failure, "vault_locked"),
        (.invalidData, .failure, "invalid_data"), (.notFound, .failure, "image_not_found"),
        (.notLoggedIn, .notLoggedIn, "not_logged_in"), (.cancelled, .interrupted, "cancelled"),
    ]) func saysWhyNothingWasDeleted(error: ImageDeletionError, exit: ConsoleAPI.ExitStatus, code: String) async throws
    {
        let run = try await runner(deleting: ImageDeletingSpy(.failure(error)))
            .run("post", "delete", "\(image.id)", "--json")
        #expect(run.exit == exit)
        #expect(run.errors.contains("\"code\":\"\(code)\""))
    }
}
