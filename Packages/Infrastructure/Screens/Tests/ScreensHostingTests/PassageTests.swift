import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import ScreensAPI
import Testing

/// Going elsewhere, and coming back.
struct PassageTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
    }

    private func get(_ path: String, _ more: HTTPFields = [:]) async throws -> ServerResponse {
        let parts = path.split(separator: "?").map(String.init)
        var fields: HTTPFields = [.accept: "text/html", "Host": "localhost:8080"]
        for field in more { fields[field.name] = field.value }
        var request = ServerRequest.sample(.get, parts[0], query: parts.count > 1 ? parts[1] : "", fields: fields)
        request.isSecure = true
        return await stage.router.respond(to: request)
    }

    private func carried(_ response: ServerResponse) -> String? {
        response.fields.values(of: "Set-Cookie").first { $0.contains("essential-carried") }
    }

    private func shown(_ cookie: String) -> HTTPFields {
        ["Cookie": String(cookie.split(separator: ";")[0])]
    }

    @Test func whoGoesElsewhereCarriesSomethingAndComesBackWithIt() async throws {
        let away = try await get("/away?then=%2Fwrite")
        #expect(away.status == .seeOther && away.fields[.location] == "https://id.example/?a=b")
        #expect(away.fields["Referrer-Policy"] == "no-referrer" && away.fields[.cacheControl] == "no-store")
        let cookie = try #require(carried(away))
        #expect(cookie.hasPrefix("__Host-Http-essential-carried-8080="))
        #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=300"))
        // Who is signed in goes on where they wanted to, under another cookie, and carries nothing any more.
        let back = try await get("/back?ok=1", shown(cookie))
        #expect(back.status == .seeOther && back.fields[.location] == "/write")
        #expect(stage.done.current == ["kept"])
        #expect(back.fields.values(of: "Set-Cookie").contains { $0.hasPrefix("__Host-Http-essential-8080=token0") })
        #expect(try #require(carried(back)).hasSuffix("Max-Age=0"))
    }

    /// As that it took something back.
    @Test func whatThereIsToKnowOfALoginIsSaidWhereItLeads() async throws {
        let cookie = try #require(carried(try await get("/away?then=%2Fwrite")))
        let back = try await get("/back?ok=back", shown(cookie))
        let place = try #require(back.fields[.location])
        #expect(place.hasPrefix("/write?_answer="))
        let cookies = back.fields.values(of: "Set-Cookie").compactMap { $0.split(separator: ";").first }
        let shown = try await get(place, ["Cookie": cookies.joined(separator: "; ")])
        let text = String(decoding: try await shown.collectBody(), as: UTF8.self)
        #expect(text.contains("It stays.") && text.contains("Write</h1>"))
    }

    /// A browser shows no cookie by such a form, and shows it by the link after that.
    @Test func whoIsSentByAFormOfSomebodyElseComesByALink() async throws {
        func post(_ body: String, _ fields: HTTPFields = [:], to path: String = "/back") async -> ServerResponse {
            var all: HTTPFields = [
                .accept: "text/html", "Host": "localhost:8080", .contentType: "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "cross-site",
            ]
            for field in fields { all[field.name] = field.value }
            return await stage.router.respond(to: .sample(.post, path, fields: all, body: Data(body.utf8)))
        }
        let cookie = try #require(carried(try await get("/away?then=%2Fwrite")))
        let link = await post("ok=1&code=a%2Bb%26c&id_token=x&then=%2Fevil&user=")
        #expect(link.status == .seeOther && link.fields["Referrer-Policy"] == "no-referrer")
        #expect(link.fields.values(of: "Set-Cookie").isEmpty && stage.done.current.isEmpty)
        let address = try #require(link.fields[.location])
        #expect(address == "/back?ok=1&code=a%2Bb%26c")
        #expect(try await get(address, shown(cookie)).fields[.location] == "/write")
        // Only where it was said, only forms, and nothing that is too long.
        #expect(await post("ok=1", to: "/away").status.rawValue == 405)
        #expect(await post("ok=1", [.contentType: "application/json"]).status.rawValue == 415)
        #expect(await post("ok=1", [.accept: "application/json"]).status == .notFound)
        #expect(await post("ok=%").status == .badRequest)
        #expect(await post("ok=" + String(repeating: "a", count: 7_000)).status.rawValue == 413)
    }

    @Test func whoIsNotSignedInIsLedToAScreen() async throws {
        let cookie = try #require(carried(try await get("/away?then=%2Fwrite")))
        let back = try await get("/back", shown(cookie))
        #expect(back.fields[.location] == "/sign-in?refused=yes&then=%2Fwrite")
        #expect(try #require(carried(back)).hasSuffix("Max-Age=0"))
    }

    /// Nobody who comes after them has it.
    @Test(.requirement("LOGOUT-01")) func whoSignsOutLeavesNothingThatTheBrowserCarries() async throws {
        let cookie = try #require(carried(try await get("/away?then=%2Fwrite")))
        _ = try await stage.send("/sign-in", "_form=sign-in", stage.fields(showing: "nothing"))
        var fields = stage.fields(showing: "token0")
        fields["Cookie"] = (fields["Cookie"] ?? "") + "; " + cookie.split(separator: ";")[0]
        let out = try await stage.send("/out", "_form=out", fields).response
        #expect(try #require(carried(out)).hasSuffix("Max-Age=0"))
    }

    @Test func nobodyIsLedElsewhereByWhatComesWithARequest() async throws {
        for then in ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2Funknown", "evil"] {
            let cookie = try #require(carried(try await get("/away?then=\(then)")))
            #expect(try await get("/back?ok=1", shown(cookie)).fields[.location] == "/")
        }
    }

    @Test func whatCanNotBeReadIsNothing() async throws {
        for value in ["", "x", "a.b.c", "!.!", "AAAA", String(repeating: "A", count: 5_000) + "."] {
            _ = try await get("/back", ["Cookie": "__Host-Http-essential-carried-8080=\(value)"])
        }
        _ = try await get(
            "/back", ["Cookie": "__Host-Http-essential-carried-8080=YQ.; __Host-Http-essential-carried-8080=YQ."])
        #expect(stage.done.current.allSatisfy { $0 == "nothing" })
    }

    @Test func tellsErrorsAsScreensDo() async throws {
        #expect(try await get("/away?to=problem").status == .forbidden)
        #expect(try await get("/away?to=nothing").status == .notFound)
        #expect(try await get("/away", [.accept: "application/json"]).status == .notFound)
        stage.isLocked.withLock { $0 = true }
        #expect(try await get("/away").status == .seeOther)
    }
}
