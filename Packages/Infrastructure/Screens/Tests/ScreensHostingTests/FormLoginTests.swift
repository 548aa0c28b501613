import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Forms, and who logs in and out meanwhile.
struct FormLoginTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
    }

    @Test(.requirement("NAV-04")) func whoLogsInHasACookieAndGoesWhereTheyWanted() async throws {
        for (then, place) in [
            ("%2Fwrite%3Fa%3Db", "/write?a=b"), ("https%3A%2F%2Fexample.com", "/"), ("%2F%2Fx", "/"),
            ("%2Fnowhere", "/"),
        ] {
            let answer = try await stage.send("/sign-in?then=\(then)", "_form=sign-in")
            #expect(answer.response.status == .seeOther && answer.response.fields[.location] == place)
            let cookie = try #require(answer.response.fields["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-Http-essential-8080=token"))
            for rule in ["; Path=/;", "; Secure;", "; HttpOnly;", "; SameSite=Lax;"] { #expect(cookie.contains(rule)) }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test func whoLogsOutIsForgotten() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let token = try #require(stage.browsers.tokens.current.last)
        let answer = try await stage.send("/out", "_form=out", stage.fields(showing: token))
        #expect(answer.response.status == .seeOther)
        #expect(answer.response.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(answer.response.fields["Clear-Site-Data"] == #""cache", "storage""#)
    }

    @Test func whatWasTypedComesBackAfterLoggingIn() async throws {
        let first = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=stranger&secret-code=123456")
        #expect(first.response.status == .ok && first.text.contains("Log in to go on."))
        #expect(!first.text.contains("123456"))
        let kept = try #require(first.text.firstMatch(of: /name="_kept" value="([^"]*)"/)?.output.1)
            .replacing("&amp;", with: "&").replacing("%", with: "%25").replacing("&", with: "%26").replacing(
                "=", with: "%3D")
        let wrong = try await stage.send("/sign-in?then=%2Fwrite", "_form=sign-in&email=wrong&_kept=\(kept)")
        #expect(wrong.response.status == .unprocessableContent && wrong.text.contains("stranger"))
        let second = try await stage.go("/sign-in?then=%2Fwrite", "_form=sign-in&_kept=\(kept)")
        #expect(second.response.status == .ok && second.response.fields["Set-Cookie"] == nil)
        #expect(second.lead.status == .seeOther && second.lead.fields["Set-Cookie"] != nil)
        #expect(second.text.contains(">\nstranger</textarea>"))
        #expect(second.text.contains("You are logged in. What you wrote is still here, but for passwords and codes"))
        #expect(stage.done.current == [])
    }

    /// Nothing is said to be there that isn't.
    @Test(
        .requirement("NAV-04", "MFA-03"),
        arguments: [
            ("/write", "_form=write&_with.text=stranger&secret-code=123456", "Type passwords and codes again then."),
            ("/out", "_form=out", "Log in to go on."),
        ])
    func whoWroteNothingThatIsKeptIsToldWhatToDo(path: String, form: String, before: String) async throws {
        let first = try await stage.send(path, form + "&_at=" + path.replacing("/", with: "%2F"))
        #expect(first.text.contains(before) && !first.text.contains("kept meanwhile"))
        let kept = try #require(first.text.firstMatch(of: /name="_kept" value="([^"]*)"/)?.output.1)
            .replacing("&amp;", with: "&").replacing("%", with: "%25").replacing("&", with: "%26")
            .replacing("=", with: "%3D")
        let second = try await stage.go("/sign-in", "_form=sign-in&_kept=\(kept)")
        #expect(second.response.status == .ok && second.text.contains("You are logged in."))
        #expect(!second.text.contains("logged in. What you wrote") && !second.text.contains("123456"))
        let isSecret = form.contains("secret")
        #expect(second.text.contains(isSecret ? "Passwords and codes are not kept" : "Nothing was done yet"))
    }

    @Test func whatSomebodyElseTypedIsNotDoneForWhoIsThereNow() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let token = try #require(stage.browsers.tokens.current.last), fields = stage.fields(showing: token)
        let foreign = "_of.\(UUID())=&_form=write&_at=%2Fwrite&text=hers&secret-code=123456"
        let answer = try await stage.send("/write", foreign, fields)
        #expect(stage.done.current == [] && !answer.text.contains("hers") && !answer.text.contains("123456"))
        #expect(answer.text.contains("Meanwhile") && answer.text.contains("kept for whoever wrote it"))
        let owner = try #require(answer.text.firstMatch(of: /type="hidden" name="(_of\.[^"]+)"/)?.output.1)
        _ = try await stage.send("/write", "\(owner)=&_form=write&_at=%2Fwrite&text=mine&secret-code=1", fields)
        #expect(stage.done.current == ["mine"])
    }

    /// They find it again when they are back, and whoever is there in between reads nothing of it.
    @Test(.requirement("SESS-21", "LOGOUT-01")) func whatOnePersonWroteIsKeptForThem() async throws {
        let stage = try FormStage(isOwn: true), first = FormStage.BrowserKeepingFake.person
        _ = try await stage.send("/sign-in", "_form=sign-in")
        var fields = stage.fields(showing: "token0")
        let ben = User(
            id: UserID(UUID()), name: "Ben", email: first.email, isVerified: true, createdAt: first.createdAt)
        stage.browsers.present.withLock { $0 = ben }
        for held in ["", "&_held="] {
            let form = "_of.\(first.id)=&_form=write&_at=%2Fwrite&_key=0123456789abcdef&text=hers" + held
            let answer = try await stage.send("/write", form, fields)
            #expect(answer.text.contains("Meanwhile Ben logged in here") && !answer.text.contains("hers"))
            let cookie = try #require(answer.response.fields.values(of: "Set-Cookie").last { $0.contains("draft") })
            fields["Cookie"] = (stage.fields(showing: "token0")["Cookie"] ?? "") + "; " + cookie.prefix { $0 != ";" }
        }
        func page() async throws -> String {
            let page = await stage.router.respond(to: .sample(.get, "/write", fields: fields))
            return String(decoding: try await page.collectBody(), as: UTF8.self)
        }
        #expect(try await !page().contains("hers"))
        stage.browsers.present.withLock { $0 = first }
        #expect(try await page().contains(">\nhers</textarea>") && stage.done.current == [])
    }

    /// On a person's own machine somebody else may have logged in in a terminal.
    @Test func whatOnePersonWasAnsweredIsNotForTheNext() async throws {
        let stage = try FormStage(isOwn: true), first = FormStage.BrowserKeepingFake.person
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let fields = stage.fields(showing: "token0")
        let body = "_of.\(first.id)=&_form=write&_at=%2Fwrite&_key=0123456789abcdef&text=later"
        #expect(try await stage.send("/write", body, fields).text.contains("It waits."))
        let ben = User(
            id: UserID(UUID()), name: "Ben", email: first.email, isVerified: true, createdAt: first.createdAt)
        stage.browsers.present.withLock { $0 = ben }
        let again = try await stage.send("/write", body, fields)
        #expect(!again.text.contains("It waits.") && again.text.contains("Meanwhile Ben logged in here"))
    }

    @Test func whatOnlyPeopleSeeAsksForLoggingIn() async throws {
        let page = await stage.router.respond(to: .sample(.get, "/out", fields: FormStage.own))
        #expect(page.status == .seeOther && page.fields[.location] == "/sign-in?then=%2Fout&needed=1")
        #expect(try await stage.send("/out", "_form=out").text.contains("Log in</h1>"))
    }

    @Test(.requirement("LOGIN-27")) func whoHasToLogInIsToldWhatFor() async throws {
        func page(_ query: String, fields: HTTPFields = FormStage.own) async throws -> String {
            let page = await stage.router.respond(to: .sample(.get, "/sign-in", query: query, fields: fields))
            return String(decoding: try await page.collectBody(), as: UTF8.self)
        }
        #expect(try await page("then=%2Fout&needed=1").contains("Log in to leave."))
        #expect(try await page("then=%2Fwrite&needed=1").contains("Log in to see this."))
        for other in ["then=%2Fout", "", "then=%2F%2Fexample.com"] {
            #expect(!(try await page(other)).contains("Log in to"), "\(other)")
        }
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let known = try await page("then=%2Fout&needed=1", fields: stage.fields(showing: "token0"))
        #expect(!known.contains("Log in to leave."))
    }

    @Test(arguments: [
        "__Host-Http-essential-8080=a; __Host-Http-essential-8080=b", "__Host-Http-essential=token0",
        "essential=token0",
    ])
    func otherCookiesArentOurs(_ cookie: String) async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        var fields = FormStage.own
        fields["Cookie"] = cookie
        let page = await stage.router.respond(to: .sample(.get, "/out", fields: fields))
        #expect(page.status == .seeOther)
    }

    @Test func whatPeopleSeeIsKeptByNobody() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let page = await stage.router.respond(to: .sample(.get, "/out", fields: stage.fields(showing: "token0")))
        #expect(page.status == .ok && page.fields[.cacheControl] == "no-store" && page.fields[.eTag] == nil)
        #expect(page.fields[.vary]?.contains("Cookie") == true)
        let text = String(decoding: try await page.collectBody(), as: UTF8.self)
        #expect(!text.contains("Log in"))
    }
}
