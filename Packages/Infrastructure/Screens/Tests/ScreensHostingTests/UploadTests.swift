import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import ScreensAPI
import ScreensHosting
import ScreensHostingAPI
import Testing

/// What becomes of files that come with forms, and of those that are asked for.
struct UploadTests {
    private let folder: TemporaryFolder
    private let router: Router
    private let browsers: OneBrowser
    private let seen = Locked<[Seen]>([])

    private struct Seen: Equatable {
        var text = "", name: String?, content: Data?, isTooLarge: Bool?
        var path: String?
    }

    private struct Refusal: PresentableError {
        let code = "refused", text = words("It can't be."), nature = FailureNature.refused
    }

    /// Whoever shows anything is somebody.
    private struct OneBrowser: BrowserKeeping {
        let drafts: any DraftKeeping

        func visit<Value: Sendable>(
            _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
        ) async throws -> Value {
            try await body(Browser(id: visitor.token == nil ? 2 : 1))
        }

        func isKnown(_ browser: Browser) -> Bool { browser.id == 1 }

        func person(at browser: Browser) async -> User? {
            guard browser.id == 1, let email = EmailAddress("ana@example.com") else { return nil }
            return User(
                id: UserID(UUID()), name: "Ana", email: email, isVerified: true,
                createdAt: Date(timeIntervalSince1970: 1_700_000_000))
        }

        func renew(_ browser: Browser) async throws -> Secret? { nil }
    }

    init() throws {
        folder = try TemporaryFolder()
        browsers = OneBrowser(drafts: InMemoryDrafts(random: try Cryptography.real().random, now: { Date() }))
        let uploads = Uploads(folder: folder.path(of: "incoming"), maximumBytes: 1_000)
        router = try Self.router(uploads, browsers, seen)
    }

    private static func router(
        _ uploads: Uploads, _ browsers: OneBrowser, _ seen: Locked<[Seen]>
    ) throws -> Router {
        let publish = ScreenRoute("/publish"), signIn = ScreenRoute("/sign-in").place()
        let action = ScreenAction("publish", takingFiles: true) { sent in
            let file = sent.file("picture")
            seen.withLock {
                $0.append(
                    Seen(
                        text: sent["text"], name: file?.name,
                        content: file.flatMap { try? Data(contentsOf: URL(filePath: $0.path)) },
                        isTooLarge: file?.isTooLarge, path: file?.path))
            }
            guard sent["text"] != "refused" else { throw FieldRefusal(Refusal(), at: "picture") }
            return .go(.home)
        }
        let screens = [
            Screen(publish, for: .people, actions: [action]) { request in
                let fields = [
                    ScreenField("picture", .picture(types: ["image/png"]), words("Picture")),
                    ScreenField("text", .text, words("Text")),
                ]
                return ScreenContents(
                    .written("Publish"),
                    .column([.form(ScreenForm("publish", to: request.place, fields, button: words("Send")))]))
            },
            Screen(ScreenRoute("/sign-in")) { request in
                let form = ScreenForm("sign-in", to: request.place, button: words("Log in"))
                return ScreenContents(.written("Log in"), .column([.form(form)]))
            },
        ]
        let file = ScreenFile(ScreenRoute("/pictures/{id}"), for: .people) { request in
            guard request.values["id"] != "none" else { throw ScreenFailure.notFound(words("None.")) }
            return FileContents(
                Data("0123456789".utf8), type: "image/png", version: "v1", isFinal: request.query["w"] == nil)
        }
        let assembly = try ScreensHostingPlugin.assemble(
            .init(
                screens: { screens }, files: { [file] }, navigation: { [] },
                steps: { [ScreenStep(.logIn, ScreenLink(words("Log in"), to: signIn))] }, browsers: browsers,
                uploads: uploads,
                hashing: try Cryptography.real().hashing, root: "/", makeKey: { "key-of-sixteen-characters" },
                now: { Date(timeIntervalSince1970: 1_800_000_000) }))
        return try Router(
            routes: assembly.exports.routes(), middlewares: assembly.exports.middlewares,
            observer: RequestObserverSpy(), page: assembly.exports.problem)
    }

    private static func form(_ text: String, file: String = "a.png", _ content: String) -> String {
        """
        --b\r
        Content-Disposition: form-data; name="_form"\r
        \r
        publish\r
        --b\r
        Content-Disposition: form-data; name="_at"\r
        \r
        /publish\r
        --b\r
        Content-Disposition: form-data; name="picture"; filename="\(file)"\r
        Content-Type: image/png\r
        \r
        \(content)\r
        --b\r
        Content-Disposition: form-data; name="text"\r
        \r
        \(text)\r
        --b--\r

        """
    }

    private func send(
        _ body: String, type: String = "multipart/form-data; boundary=b", asPerson: Bool = true,
        to other: Router? = nil
    ) async throws -> (response: ServerResponse, text: String) {
        var fields: HTTPFields = [
            .accept: "text/html", .contentType: type, "Sec-Fetch-Site": "same-origin", "Host": "localhost:8080",
        ]
        if asPerson { fields["Cookie"] = "__Host-Http-essential-8080=x" }
        var request = ServerRequest.sample(.post, "/publish", fields: fields)
        request.body = .bytes(Data(body.utf8))
        request.isSecure = true
        let response = await (other ?? router).respond(to: request)
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    // MARK: Files that come

    @Test func aFileIsThereForAsLongAsTheActionRuns() async throws {
        let answer = try await send(Self.form("two\r\nlines", "\u{89}PNG\r\n--c"))
        #expect(answer.response.status == .seeOther)
        let seen = try #require(seen.current.first)
        #expect(seen.text == "two\nlines" && seen.name == "a.png" && seen.isTooLarge == false)
        #expect(seen.content == Data("\u{89}PNG\r\n--c".utf8))
        let path = try #require(seen.path)
        #expect((try? Data(contentsOf: URL(filePath: path))) != seen.content && folder.files() == [])
    }

    @Test(.requirement("SANIT-07")) func whatIsRefusedComesBackWithoutTheFile() async throws {
        let answer = try await send(Self.form("refused", "x"))
        #expect(answer.response.status == .unprocessableContent)
        #expect(answer.text.contains(">\nrefused</textarea>") && answer.text.contains(##"href="#publish-picture""##))
        #expect(folder.files() == [])
    }

    /// Chosen and taken with a camera, without scripts: nobody knows which is meant.
    @Test(.requirement("SANIT-07")) func ofTwoFilesNoneIsTakenAndTheTextComesBack() async throws {
        let first = Self.form("kept", "x"), second = Self.form("kept", file: "camera.jpg", "y")
        let answer = try await send(first.replacing("--b--\r\n", with: "") + second)
        #expect(answer.response.status == .unprocessableContent && seen.current == [] && folder.files() == [])
        #expect(answer.text.contains("only one can be sent") && answer.text.contains(">\nkept</textarea>"))
        #expect(answer.text.contains(##"href="#publish-picture""##))
        // A field that was left empty is no file.
        let empty = Self.form("kept", file: "", "")
        #expect(try await send(empty.replacing("--b--\r\n", with: "") + first).response.status == .seeOther)
        #expect(seen.current.map(\.name) == ["a.png"])
    }

    @Test func ofWhatIsTooLargeThereIsItsBeginningAndWhatWasTyped() async throws {
        _ = try await send(Self.form("here", String(repeating: "x", count: 3_000)))
        let seen = try #require(seen.current.first)
        #expect(seen.isTooLarge == true && seen.content?.count == 1_000 && seen.text == "here")
        let endless = try await send(Self.form("x", String(repeating: "x", count: 200_000)))
        #expect(endless.response.status == .contentTooLarge && self.seen.current.count == 1 && folder.files() == [])
    }

    @Test(
        .requirement("SANIT-07"),
        arguments: [
            (true, "keep the file while it is sent"), (false, "Something went wrong on our side."),
        ]) func whatTheDiskDoesNotTakeIsSaidAtItsFieldAndTheTextComesBack(isOnDevice: Bool, says: String) async throws
    {
        // A folder below something that is none.
        let file = folder.path(of: "file")
        try Data().write(to: URL(filePath: file))
        let uploads = Uploads(folder: file + "/incoming", maximumBytes: 1_000, isOnDevice: isOnDevice)
        let answer = try await send(Self.form("kept", "x"), to: Self.router(uploads, browsers, seen))
        #expect(answer.response.status == .unprocessableContent && answer.text.contains(says), "\(answer.text)")
        #expect(answer.text.contains(">\nkept</textarea>") && answer.text.contains(##"href="#publish-picture""##))
        #expect(seen.current == [])
    }

    @Test func whoChoosesNoneSendsNone() async throws {
        _ = try await send(Self.form("x", file: "", ""))
        #expect(seen.current == [Seen(text: "x")])
    }

    @Test func filesOfStrangersArePassedOver() async throws {
        let answer = try await send(Self.form("kept", "x"), asPerson: false)
        #expect(answer.text.contains("<title>Log in") && answer.text.contains("text=kept"))
        #expect(seen.current == [] && folder.files() == [])
    }

    @Test func textHasTheBoundsThatItHasElsewhere() async throws {
        let long = "_form=publish&text=" + String(repeating: "x", count: 70_000)
        let encoded = try await send(long, type: "application/x-www-form-urlencoded")
        #expect(encoded.response.status == .contentTooLarge)
        #expect(
            try await send(Self.form(String(repeating: "x", count: 66_000), "")).response.status == .contentTooLarge)
        #expect(try await send("{}", type: "application/json").response.status == .unsupportedMediaType)
        #expect(seen.current == [])
    }

    @Test("Text that is too long is there to be copied, with a file as without one", .requirement("SANIT-07"))
    func textThatIsTooLongIsGivenBackWhicheverWayItCame() async throws {
        let uploads = Uploads(folder: folder.path(of: "incoming"), maximumBytes: 200_000)
        let router = try Self.router(uploads, browsers, seen)
        let long = String(repeating: "words ", count: 12_000), other = Self.form(long, "x")
        let more = other.replacing("name=\"text\"", with: "name=\"more\"").replacing("--b--\r\n", with: "")
        for (form, count) in [(other, 1), (more + other, 2)] {
            let answer = try await send(form, to: router)
            #expect(answer.response.status == .contentTooLarge && !answer.text.contains("page before"))
            #expect(answer.text.ranges(of: long).count == count)
        }
        // What isn't read is in the browser still.
        let endless = try await send(Self.form(String(repeating: "x", count: 460_000), "x"), to: router)
        #expect(endless.response.status == .contentTooLarge && endless.text.contains("page before"))
        #expect(seen.current == [] && folder.files() == [])
    }

    // MARK: Files that are asked for

    private func ask(
        _ path: String, query: String = "", _ fields: HTTPFields = ["Cookie": "__Host-Http-essential-8080=x"]
    ) async throws -> (response: ServerResponse, text: String) {
        var fields = fields
        fields["Host"] = "localhost:8080"
        let response = await router.respond(to: .sample(.get, path, query: query, fields: fields, isSecure: true))
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    @Test func aFileHasItsTypeAndMayBeKeptByWhoAskedAlone() async throws {
        let whole = try await ask("/pictures/1")
        #expect(whole.text == "0123456789" && whole.response.fields[.contentType] == "image/png")
        #expect(whole.response.fields[.cacheControl] == "private, max-age=600")
        #expect(whole.response.fields[.eTag] == "\"v1\"" && whole.response.fields[.vary] == "Cookie")
        let smaller = try await ask("/pictures/1", query: "w=320")
        #expect(smaller.response.fields[.cacheControl] == "private, no-cache")
    }

    @Test func whoHasItOrWantsAPartGetsNoMore() async throws {
        var fields: HTTPFields = ["Cookie": "__Host-Http-essential-8080=x", .ifNoneMatch: "\"v1\""]
        #expect(try await ask("/pictures/1", fields).response.status == .notModified)
        fields = ["Cookie": "__Host-Http-essential-8080=x", .range: "bytes=2-4"]
        let part = try await ask("/pictures/1", fields)
        #expect(part.response.status == .partialContent && part.text == "234")
    }

    @Test func toOthersThereIsNone() async throws {
        #expect(try await ask("/pictures/1", [:]).response.status == .notFound)
        #expect(try await ask("/pictures/none").response.status == .notFound)
    }
}

private func words(_ text: String) -> LocalizedText { LocalizedText(verbatim: text) }
