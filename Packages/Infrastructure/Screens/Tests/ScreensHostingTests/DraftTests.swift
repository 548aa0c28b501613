import CoreModels
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
    let stage: FormStage
    static let form = "_form=write&_at=%2Fwrite&text=stranger&secret-code=123456"

    init() throws {
        stage = try FormStage()
    }

    /// What the browser shows of a cookie that it was given.
    func shown(_ name: String, _ answer: ServerResponse) throws -> String {
        let all = answer.fields.values(of: "Set-Cookie").map { $0.prefix { $0 != ";" } }
        return try String(#require(all.first { $0.hasPrefix("__Host-Http-essential\(name)-8080=") }, "\(all)"))
    }

    func fields(_ cookies: String...) -> HTTPFields {
        var fields = FormStage.own
        fields["Cookie"] = cookies.joined(separator: "; ")
        return fields
    }

    func open(_ address: String, _ fields: HTTPFields) async throws -> (ServerResponse, String) {
        let parts = address.split(separator: "?")
        let answer = await stage.router.respond(
            to: .sample(.get, String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "", fields: fields))
        return (answer, String(decoding: try await answer.collectBody(), as: UTF8.self))
    }

    /// Whether an answer says nothing of what is kept: taken away, the cookie would take
    /// along what another window keeps at that moment.
    private func leavesCookie(_ answer: ServerResponse) -> Bool {
        !answer.fields.values(of: "Set-Cookie").contains { $0.hasPrefix("__Host-Http-essential-draft-8080=") }
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
            #expect(answer.status == .seeOther, "going back doesn't send the password again")
            let text = try await stage.follow(answer, fields(draft)).text
            #expect(text.contains(">\nstranger</textarea>"), "\(passes)")
            #expect(!text.contains("123456") && leavesCookie(answer))
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
        // It is there until it is sent, however often somebody looks.
        for _ in 1...2 {
            let (answer, text) = try await open("/write", fields(own, draft))
            #expect(text.contains(">\nstranger</textarea>") && leavesCookie(answer))
            #expect(text.contains(#"name="_draft""#) && text.contains(#"href="/drafts""#))
        }
    }

    /// They don't know yet what the others got.
    @Test func windowsThatTurnAtTheSameMomentLoseNothing() async throws {
        let browser = fields("__Host-Http-essential-8080=whoever-was-there-before"),
            answers = [1, 2, 3].map { number in
                Self.form.replacing("text=", with: "more=window\(number)&text=") + "&_key=0123456789abcde\(number)"
            }
        var tokens: Set<String> = []
        for form in answers {
            tokens.insert(try shown("-draft", try await stage.send("/write", form, browser).response))
        }
        #expect(tokens.count == 1)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let all = try await open("/drafts", fields(own, try #require(tokens.first))).1
        for number in 1...3 {
            #expect(all.contains(">\nwindow\(number)</textarea>"))
            #expect(all.contains(#"href="/write?_draft=0123456789abcde\#(number)""#), "each is gone on with by itself")
        }
        let chosen = try await open("/write?_draft=0123456789abcde2", fields(own, try #require(tokens.first))).1
        #expect(chosen.contains(#"name="_draft" value="0123456789abcde2""#))
    }

    /// What is written in one window is none of the other's.
    @Test func whatCameBackInTwoWindowsAndWasChangedIsTwo() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form + "&_key=0123456789abcde1").response)
        for (number, text) in [(2, "one"), (3, "two")] {
            let form = Self.form.replacing("text=", with: "more=\(text)&text=")
            let more = "&_draft=0123456789abcde1&_key=0123456789abcde\(number)"
            _ = try await stage.send("/write", form + more, fields(draft))
        }
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let all = try await open("/drafts", fields(own, draft)).1
        #expect(all.contains(">\none</textarea>") && all.contains(">\ntwo</textarea>"))
        let sent = "_form=write&_at=%2Fwrite&_draft=0123456789abcde1&_key=0123456789abcde3&text=sent"
        _ = try await stage.send("/write", sent, fields(own, draft))
        let left = try await open("/drafts", fields(own, draft)).1
        #expect(left.contains(">\none</textarea>") && !left.contains(">\ntwo</textarea>"))
    }

    /// Where a form is sent says nothing of where it comes back.
    @Test func whatIsSentToTheAddressOfItsOwnPageIsKeptForThat() async throws {
        let page = try await open("/write", fields()).1
        #expect(page.contains(#"action="/write?_sent=1""#))
        let form = "_form=write&text=stranger"
        let answer = try await stage.send("/write?a=b&_sent=1", form + "&_at=%2Fwrite")
        #expect(answer.text.contains(#"action="/sign-in?then=%2Fwrite""#), "\(answer.text)")
        let withoutPlace = try await stage.send("/write?a=b&_sent=1", form)
        #expect(withoutPlace.text.contains(#"action="/sign-in?then=%2Fwrite%3Fa%3Db""#), "\(withoutPlace.text)")
        let refused = try await stage.send("/write?_sent=1", "_form=write&text=refused&_at=%2Fwrite")
        #expect(refused.response.status == .unprocessableContent && refused.text.contains(#"action="/write""#))
    }

    @Test func severalAreKeptAndEachGoesAlone() async throws {
        let first = Self.form + "&_key=0123456789abcdef", second = Self.form + "&_key=fedcba9876543210"
        let draft = try shown("-draft", try await stage.send("/write", first).response)
        let other = second.replacing("text=stranger", with: "text=stranger&more=second")
        #expect(try shown("-draft", try await stage.send("/write", other, fields(draft)).response) == draft)
        // A page that comes back and is sent again is the same form.
        _ = try await stage.send("/write", first.replacing("text=", with: "more=longer&text="), fields(draft))
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let all = try await open("/drafts", fields(own, draft)).1
        #expect(all.contains(">\nsecond</textarea>") && all.contains(">\nlonger</textarea>"))
        #expect(all.ranges(of: "Go on writing").count == 2)

        let sent = try await stage.send(
            "/write", "_form=write&_at=%2Fwrite&_draft=0123456789abcdef&text=sent", fields(own, draft)
        ).response
        #expect(sent.status == .seeOther && leavesCookie(sent))
        let left = try await open("/drafts", fields(own, draft)).1
        #expect(left.contains(">\nsecond</textarea>") && !left.contains("longer"))
        #expect(try await open("/write", fields(own, draft)).1.contains(#"value="fedcba9876543210""#))
    }

    @Test func whoeverWroteItMayDiscardIt() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response)
        let form = "_form=discard&_with.draft="
        for (fields, isGone) in [(fields(draft), false), (fields(own, draft), true)] {
            let answer = try await stage.send("/drafts", form, fields).response
            #expect(answer.status == .seeOther && answer.fields[.location] == "/drafts" && leavesCookie(answer))
            let all = try await open("/drafts", self.fields(own, draft)).1
            #expect(all.contains("Nothing that you wrote") == isGone)
        }
        #expect(try await !open("/write", fields(own, draft)).1.contains("stranger"))
        let stranger = try await open("/drafts", fields()).0
        #expect(stranger.status == .seeOther && stranger.fields[.location] == "/sign-in?then=%2Fdrafts&needed=1")
    }

    /// Somebody who left without logging out finds it again, and the next person doesn't.
    @Test func whatAStrangerWroteIsOfWhoeverLogsInFirst() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        _ = try await stage.send("/sign-in", "_form=sign-in", fields(draft))
        let ana = stage.browsers.present.current
        let ben = User(id: UserID(UUID()), name: "Ben", email: ana.email, isVerified: true, createdAt: ana.createdAt)
        stage.browsers.present.withLock { $0 = ben }
        let his = try shown("", try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response)
        #expect(try await !open("/write", fields(his, draft)).1.contains("stranger"))
        _ = try await stage.send("/out", "_form=out", fields(his, draft))
        stage.browsers.present.withLock { $0 = ana }
        let hers = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        #expect(try await open("/write", fields(hers, draft)).1.contains(">\nstranger</textarea>"))
    }

    @Test func strangersAndOtherPeopleSeeNothingOfIt() async throws {
        let hers = Self.form + "&_of.\(UUID())="
        let draft = try shown("-draft", try await stage.send("/write", hers).response)
        let (_, stranger) = try await open("/write", fields(draft))
        #expect(!stranger.contains(">\nstranger") && !stranger.contains("What you wrote before"))
        let login = try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response
        #expect(login.status == .seeOther)
        let own = try shown("", login)
        for address in ["/write", "/vault"] {
            let (_, text) = try await open(address, fields(own, draft))
            #expect(!text.contains(">\nstranger") && !text.contains("What you wrote before"))
        }
        // It isn't theirs to lose, either.
        _ = try await stage.send("/out", "_form=out", fields(own, draft))
    }

    @Test func whoLogsOutLeavesNothing() async throws {
        let draft = try shown("-draft", try await stage.send("/write", Self.form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let out = try await stage.send("/out", "_form=out", fields(own, draft)).response
        #expect(leavesCookie(out))
        let again = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        #expect(try await !open("/write", fields(again, draft)).1.contains("stranger"))
    }

    /// A window turns when the session is over, and that is before the answer to who
    /// logs out in another one.
    @Test func whatAWindowKeepsWhileAnotherOneLogsOutStays() async throws {
        let person = "&_of.\(stage.browsers.present.current.id)=", key = "&_key=0123456789abcde"
        let draft = try shown("-draft", try await stage.send("/write", Self.form + person + key + "1").response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        stage.whileLeaving.withLock { leaving in
            leaving = { [stage] in
                let held = Self.form.replacing("text=", with: "more=another&text=") + person + key + "2&_held=1"
                let answer = try await stage.send("/write", held, self.fields(draft))
                #expect(answer.text.contains("What you wrote is kept meanwhile"))
            }
        }
        let out = try await stage.send("/out", "_form=out", fields(own, draft)).response
        #expect(out.status == .seeOther && leavesCookie(out))
        let again = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let all = try await open("/drafts", fields(again, draft)).1
        #expect(all.contains(">\nanother</textarea>") && all.ranges(of: "Go on writing").count == 1)
    }

    /// It was promised: whoever is there again by the time sends it by hand.
    @Test func whatIsHeldIsKeptAlsoForWhoIsThereAgain() async throws {
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let held = try await stage.send("/write", Self.form + "&_held=1", fields(own))
        #expect(held.text.contains("This was not sent yet") && held.text.contains(">\nstranger</textarea>"))
        let draft = try shown("-draft", held.response)
        #expect(try await open("/drafts", fields(own, draft)).1.contains(">\nstranger</textarea>"))
        #expect(stage.done.current == [])
    }

    @Test func whatWasSentIsKeptNoMore() async throws {
        let key = "&_key=0123456789abcdef", other = "&_key=fedcba9876543210", form = "_form=write&_at=%2Fwrite&text="
        let draft = try shown("-draft", try await stage.send("/write", Self.form + key).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let fields = fields(own, draft)
        func isKept() async throws -> Bool { try await open("/drafts", fields).1.contains(">\nstranger</textarea>") }
        _ = try await stage.send("/write", form + "else" + other, fields)
        let refused = try await stage.send("/write", form + "refused&_draft=0123456789abcdef" + other, fields).response
        #expect(refused.status == .unprocessableContent)
        #expect(try await isKept())
        // The page that was open before has its key.
        let sent = try await stage.send("/write", form + "sent" + key, fields).response
        #expect(sent.status == .seeOther && stage.done.current == ["else", "sent"])
        #expect(try await !isKept())
    }
}
