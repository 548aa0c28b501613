import FoundationEssentials
import KernelTesting
import Testing

/// What somebody with a browser sees who opens the server's address.
struct ScreensTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func ask(
        _ server: Server, _ path: String, accept: String = browser, _ more: String = ""
    ) async throws -> Answer {
        let request = "GET \(path) HTTP/1.1\r\nHost: x\r\nAccept: \(accept)\r\n\(more)\r\n"
        return try #require(try await server.ask(raw: request))
    }

    @Test(.requirement("PUBFEED-01", "PUBFEED-06", "NAV-08", "L10N-01", "COMM-01"), arguments: ["en", "es"])
    func everybodyCanLookAtPicturesAndReadWhatWasSaid(_ language: String) async throws {
        let stage = try await Stage()
        let comment = #"{"message":"<script>alert(1)</script> <b>\n\"'>"}"#
        let posted = try await stage.server.ask(
            "POST", "/image/\(stage.picture)/comments", json: comment, token: try await stage.token())
        try #require(posted?.status == 201)
        let folder = try TemporaryFolder(), empty = try await Server(data: folder.path(of: "data"))
        func visit(_ name: String, _ path: String) -> PageVisit {
            PageVisit(name: "screen-" + name, path: path, form: 0, fill: nil, by: .program, isScreen: true)
        }
        let visits = [
            visit("feed", "/"), visit("feed-later", "/?after=\(stage.picture)"),
            visit("picture", "/p/\(stage.picture)"), visit("no-picture", "/p/none"), visit("about", "/about"),
            visit("sign-in", "/sign-in"), visit("register", "/register"), visit("recover", "/recover"),
        ]
        let reports = try await Browser.visit(visits, in: language, at: stage.server.address)
        #expect(reports.map(\.status) == [200, 200, 200, 404, 200, 200, 200, 200])
        for report in reports { #expect(report.problems == [], "\(report.name)") }
        let nothing = try await Browser.visit([visit("empty", "/")], in: language, at: empty.address)
        #expect(nothing.map(\.status) == [200] && nothing.allSatisfy { $0.problems == [] }, "\(nothing)")
    }

    @Test(.requirement("SANIT-03")) func nothingIsKeptOfWhoLooks() async throws {
        let stage = try await Stage()
        for path in ["/", "/p/\(stage.picture)", "/p/none"] {
            let page = try await ask(stage.server, path)
            #expect(page.fields["content-type"] == "text/html; charset=utf-8" && page.fields["set-cookie"] == nil)
            let policy = page.fields["content-security-policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'"))
            #expect(
                page.fields["referrer-policy"] == "same-origin" && !page.text.contains(/<script (?!src="\/assets\/)/))
        }
        let first = try await ask(stage.server, "/")
        let tag = try #require(first.fields["etag"])
        #expect(try await ask(stage.server, "/", "If-None-Match: \(tag)\r\n").status == 304)
    }

    /// Programs find what they found before there were screens.
    @Test(.requirement("NAV-08")) func toAProgramThereIsNothing() async throws {
        let stage = try await Stage()
        for path in ["/", "/p/\(stage.picture)", "/about"] {
            for accept in ["*/*", "application/json"] {
                #expect(try await ask(stage.server, path, accept: accept).code == "not_found", "\(path)")
            }
        }
    }

    @Test(.requirement("PUBFEED-02")) func whatIsForMembersIsNoScreen() async throws {
        let stage = try await Stage()
        let all = try await stage.server.ask("GET", "/feed?limit=100", token: try await stage.token())
        let items = all?.json?["items"]?.items ?? []
        let restricted = items.filter { $0["visibility"]?.text == "members" }.compactMap { $0["id"]?.text }
        try #require(!restricted.isEmpty)
        let feed = try await ask(stage.server, "/").text
        for id in restricted {
            #expect(!feed.contains(id))
            let picture = try await ask(stage.server, "/p/\(id)")
            #expect(picture.status == 303 && picture.fields["location"] == "/sign-in?then=%2Fp%2F\(id)&needed=1")
            // As if there were none.
            let never = UUID().uuidString.lowercased()
            for path in ["/p/ID", "/image/ID", "/image/ID?w=320", "/p/ID/comments", "/?after=ID", "/?before=ID"] {
                let one = try await ask(stage.server, path.replacing("ID", with: id))
                let none = try await ask(stage.server, path.replacing("ID", with: never))
                #expect(one.status == none.status, "\(path)")
                #expect(one.text.replacing(id, with: "ID") == none.text.replacing(never, with: "ID"), "\(path)")
            }
            #expect(try await ask(stage.server, "/pictures/\(id)").status == 404)
        }
    }

    /// But for the pages that mailed links open.
    @Test(.requirement("NAV-08")) func withoutThePluginThereIsOnePage() async throws {
        let stage = try await Stage("--plugins.disabled", "web")
        let first = try await ask(stage.server, "/")
        #expect(first.status == 200 && first.text.contains("with the program essential"))
        #expect(first.text.contains("href=\"/verify\"") && first.text.contains("href=\"/reset\""))
        for path in ["/p/\(stage.picture)", "/about", "/sign-in", "/register", "/recover"] {
            #expect(try await ask(stage.server, path).status == 404, "\(path)")
        }
        for path in ["/verify", "/reset"] { #expect(try await ask(stage.server, path).status == 200, "\(path)") }
        #expect(try await ask(stage.server, "/a/b").text.contains("<a href=\"/\">"))
    }
}
