import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// Forms that are sent again, and again.
struct RepeatedFormsTests {
    private static let key = "a-key-that-nobody-else-has-0123456789"

    /// A browser that loads an answer anew sends its form again, and doesn't care
    /// whether the server is the same.
    @Test func aFormThatIsSentAgainAfterAStartIsDoneOnce() async throws {
        let stage = try await Stage()
        var browser = RawBrowser(stage.server)
        #expect(try await browser.logIn(.ana).status == 303)
        let comment = [("_form", "comment"), ("_key", Self.key), ("message", "Said once")]
        let picture = SamplePicture.phoneJPEG(width: 64, height: 48)
        func answers(_ browser: RawBrowser) async throws -> [String?] {
            let said = try await browser.send(comment, to: "/p/\(stage.picture)/comments")
            let published = try await browser.publish(picture, "Shown once", key: Self.key)
            #expect(said.status == 303 && published.status == 303, "\(said.text) \(published.text)")
            return [said, published].map { $0.fields["location"] }
        }
        let first = try await answers(browser)
        await stage.server.kill()
        let server = try await Server(data: stage.server.data, port: stage.server.port)
        let again = RawBrowser(server, cookie: browser.cookie)
        #expect(try await answers(again) == first)
        #expect(
            try await server.ask("GET", "/image/\(stage.picture)/comments")?.text.ranges(of: "Said once").count == 1)
        #expect(try await server.ask("GET", "/feed")?.text.ranges(of: "Shown once").count == 1)
        // Another one is another one.
        #expect(try await again.publish(picture, "Shown twice", key: Self.key).status == 303)
        #expect(try await again.open("/").text.contains("Shown twice"))
    }

    @Test func whoPublishesInABrowserHasTheLimitOfPrograms() async throws {
        let stage = try await Stage(["--limits.enabled", "true"])
        var browser = RawBrowser(stage.server)
        #expect(try await browser.logIn(.ana).status == 303)
        let picture = SamplePicture.phoneJPEG(width: 64, height: 48)
        var answer: Answer?, count = 0
        repeat {
            answer = try await browser.publish(picture, "Number \(count)", key: "\(Self.key)-\(count)")
            count += 1
        } while answer?.status == 303 && count < 40
        #expect(count == 31 && answer?.status == 422, "\(count) \(answer?.status ?? 0)")
        #expect(answer?.text.contains("Number 30") == true, "what was typed is still there")
    }
}

extension RawBrowser {
    /// Publishes a picture for everybody, as the screen does.
    fileprivate func publish(_ picture: Data, _ text: String, key: String) async throws -> Answer {
        let fields = [("_form", "publish"), ("_key", key), ("description", text), ("audience", "public")]
        let texts = fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
        let file = "--x\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.jpg\"\r\n\r\n"
        let body = Array((texts + file).utf8) + picture + Array("\r\n--x--\r\n".utf8)
        let head = """
            POST /publish HTTP/1.1\r\nHost: \(host)\r\nAccept: text/html\r\nCookie: \(cookie ?? "")\r
            Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: \(body.count)\r
            \r\n
            """
        return try #require(try await server.ask(raw: Array(head.utf8) + body))
    }
}
