import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What is written while somebody has to do something else first, by whatever way
/// they come back.
struct DraftTests {
    private let stage: FormStage
    private static let form = "_form=write&_at=%2Fwrite&text=stranger&secret-code=123456"

    init() throws {
        stage = try FormStage()
    }

    /// What the browser shows of a cookie that it was given.
    private func shown(_ name: String, _ answer: ServerResponse) throws -> String {
        let all = answer.fields.values(of: "Set-Cookie").map { $0.prefix { $0 != ";" } }
        return try String(#require(all.first { $0.hasPrefix("__Host-Http-essential\(name)-8080=") }, "\(all)"))
    }

    private func fields(_ cookies: String...) -> HTTPFields {
        var fields = FormStage.own
        fields["Cookie"] = cookies.joined(separator: "; ")
        return fields
    }

    private func open(_ address: String, _ fields: HTTPFields) async throws -> (ServerResponse, String) {
        let parts = address.split(separator: "?")
        let answer = await stage.router.respond(
            to: .sample(.get, String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "", fields: fields))
        return (answer, String(decoding: try await answer.collectBody(), as: UTF8.self))
    }

    private func isForgotten(_ answer: ServerResponse) -> Bool {
        answer.fields.values(of: "Set-Cookie").contains {
            $0.hasPrefix("__Host-Http-essential-draft-8080=;") && $0.contains("Max-Age=0")
        }
    }

    @Test func theCookieIsTheBrowsersAlone() async throws {
        let answer = try await stage.send("/write", Self.form).response
        let cookie = try #require(answer.fields.values(of: "Set-Cookie").first)
        for rule in ["; Path=/;", "; Secure;", "; HttpOnly;", "; SameSite=Lax;", "; Max-Age=86400"] {
            #expect(cookie.contains(rule))
        }
    }

    /// By another form, which doesn't carry it along, or by a provider.
    @Test func itComesBackByWhateverWaySomebodyLogsIn() async throws {
        for passes in [false, true] {
            let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
            let before = stage.done.current.count
            let answer: ServerResponse
            if passes {
                answer = try await open("/back?ok=1", fields(draft)).0
            } else {
                answer = try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response
            }
            let text = String(decoding: try await answer.collectBody(), as: UTF8.self)
            #expect(answer.status == .ok && text.contains(">\nstranger</textarea>"), "\(passes)")
            #expect(!text.contains("123456") && isForgotten(answer))
            #expect(stage.done.current.count == before + (passes ? 1 : 0), "nothing was sent")
        }
    }

    @Test func whoComesBackLaterIsToldAndFindsItWhereItWas() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let (_, elsewhere) = try await open("/vault", fields(own, draft))
        #expect(
            elsewhere.contains("What you wrote before is kept") && elsewhere.contains(#"href="/write">Go on writing"#))
        // Parts that scripts ask for tell nothing, and use nothing up.
        var part = fields(own, draft)
        part["Sec-Fetch-Dest"] = "empty"
        for address in ["/vault", "/write"] {
            let (_, text) = try await open(address, part)
            #expect(!text.contains("stranger") && !text.contains("What you wrote before"))
        }
        let (answer, text) = try await open("/write", fields(own, draft))
        #expect(text.contains(">\nstranger</textarea>") && isForgotten(answer))
        #expect(try await !open("/write", fields(own, draft)).1.contains("stranger"))
    }

    @Test func strangersAndOtherPeopleSeeNothingOfIt() async throws {
        let hers = Self.form + "&_of.\(UUID())="
        let draft = try shown("-draft", try await stage.send("/write", hers).response)
        let (_, stranger) = try await open("/write", fields(draft))
        #expect(!stranger.contains(">\nstranger") && !stranger.contains("What you wrote before"))
        let login = try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response
        #expect(login.status == .seeOther && !isForgotten(login))
        let own = try shown("", login)
        for address in ["/write", "/vault"] {
            let (_, text) = try await open(address, fields(own, draft))
            #expect(!text.contains(">\nstranger") && !text.contains("What you wrote before"))
        }
        // It isn't theirs to lose, either.
        let out = try await stage.send("/out", "_form=out", fields(own, draft)).response
        #expect(!isForgotten(out))
    }

    @Test func whoLogsOutLeavesNothing() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let out = try await stage.send("/out", "_form=out", fields(own, draft)).response
        #expect(isForgotten(out))
        let again = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        #expect(try await !open("/write", fields(again, draft)).1.contains("stranger"))
    }

    @Test func whatWasSentIsKeptNoMore() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let sent = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=sent", fields(own, draft)).response
        #expect(sent.status == .seeOther && isForgotten(sent) && stage.done.current == ["sent"])
    }

    @Test func onlySoMuchIsKept() async throws {
        let long = "_form=write&_at=%2Fwrite&more=\(String(repeating: "x", count: 17_000))&text=stranger"
        #expect(try await stage.send("/write", long).response.fields["Set-Cookie"] == nil)
        #expect(
            try await stage.send("/write", "_form=write&_at=%2Fwrite&_with.text=stranger").response
                .fields["Set-Cookie"] == nil, "nobody wrote anything")
        for _ in 1...30 { _ = try await stage.send("/write", Self.form) }
        #expect(try await stage.send("/write", Self.form).response.fields["Set-Cookie"] == nil)
        let other = try await stage.send("/write", Self.form, peer: "127.0.0.2").response
        #expect(other.fields["Set-Cookie"] != nil)
    }
}
