import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What a browser's history holds after forms: addresses, and never what was sent.
@Suite(.requirement("LOGOUT-01")) struct KeptAnswerTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
    }

    /// As a window sends it.
    private func window(showing token: String? = nil) -> HTTPFields {
        var fields = token.map(stage.fields(showing:)) ?? FormStage.own
        fields["Sec-Fetch-Dest"] = "document"
        return fields
    }

    @Test(arguments: [
        ("/write", "_form=write&text=refused&secret-code=123456"),
        ("/write", "_form=write&text=broken&secret-code=123456"),
        ("/write", "_form=write&text=nothing&secret-code=123456"),
        ("/write", "_form=write&text=later&secret-code=123456"),
        ("/write", "_form=write&text=elsewhere&secret-code=123456"),
        ("/write", "_form=write&text=stranger&secret-code=123456"),
        ("/write", "_form=write&text=done&secret-code=123456"),
        ("/write", "_form=other&secret-code=123456"), ("/nowhere", "_form=write&secret-code=123456"),
        ("/sign-in", "_form=sign-in&email=wrong&secret-password=a"), ("/sign-in", "_form=sign-in&secret-password=a"),
        ("/unlock", "_form=unlock&secret-passphrase=a"), ("/ask", "_form=ask&secret-code=1"),
    ])
    func noPageIsTheAnswerToAFormOfAWindow(path: String, form: String) async throws {
        let lead = try await stage.send(path + "?a=b&_sent=1", form, window()).response
        #expect(lead.status == .seeOther && lead.fields[.cacheControl] == "no-store")
        #expect(try await lead.collectBody().isEmpty)
        let address = try #require(lead.fields[.location])
        #expect(!address.contains("123456") || form.contains("done"), "its own screen put it there")
        #expect(!address.contains("_sent"))
    }

    @Test func whatIsRefusedIsShownByAnAddress() async throws {
        let form = "_form=write&_at=%2Fwrite%3Fa%3Db&text=refused&secret-code=123456"
        let (lead, page, text) = try await stage.go("/write?a=b&_sent=1", form)
        #expect(lead.fields[.location]?.hasPrefix("/write?a=b&_answer=key-of-sixteen-") == true)
        #expect(page.status == .unprocessableContent && page.fields[.cacheControl] == "no-store")
        #expect(text.contains(">\nrefused</textarea>") && text.contains(#"name="_at" value="/write?a=b""#))
        #expect(!text.contains("123456"))
        // It is loaded anew as often as one likes, and nothing is done by that.
        #expect(try await stage.follow(lead, window()).text == text)
        #expect(stage.done.current == [])
    }

    /// A part of the screen is asked for as it is now.
    @Test func scriptsAreAnsweredAtOnceAndGetNoneOfIt() async throws {
        var script = FormStage.own
        script["Sec-Fetch-Dest"] = "empty"
        let form = "_form=write&_at=%2Fwrite&text=refused"
        #expect(try await stage.send("/write", form, script).response.status == .unprocessableContent)
        let lead = try await stage.send("/write", form, window()).response
        #expect(try await stage.follow(lead, script).response.status == .ok)
        // Unless the window goes on with it.
        script["X-Answer"] = "kept"
        let led = try await stage.send("/write", form, script).response
        #expect(led.status == .seeOther)
        script["X-Answer"] = nil
        #expect(try await stage.follow(led, script).response.status == .ok)
        #expect(try await stage.follow(led, window()).response.status == .unprocessableContent)
    }

    @Test func anAnswerIsOfWhoeverSentTheFormUntilTheyLeave() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let own = window(showing: "token0")
        let lead = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=refused", own).response
        #expect(try await stage.follow(lead, own).text.contains(">\nrefused</textarea>"))
        for other in [window(), window(showing: "token1")] {
            let (_, page, text) = try await stage.follow(lead, other)
            #expect(page.status == .ok && !text.contains(">\nrefused"))
            #expect(text.contains("The answer to what you sent is no longer here."))
        }
        _ = try await stage.send("/out", "_form=out", own)
        #expect(try await !stage.follow(lead, own).text.contains(">\nrefused"))
    }

    /// The windows of a program on one's own machine show one token, whoever is in front of them.
    @Test("What another window sends while somebody logs out is answered there", .requirement("NAV-04"))
    func aWindowThatTurnsHasItsAnswer() async throws {
        let stage = try FormStage(isOwn: true), form = "_form=write&_at=%2Fwrite&text=refused"
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let own = window(showing: "token0")
        let hers = try await stage.send("/write", form, own).response
        let lead = Locked<ServerResponse?>(nil)
        stage.whileLeaving.withLock {
            $0 = {
                // She is gone, and this isn't answered yet.
                stage.browsers.tokens.withLock { $0.append("nobody") }
                let answer = try await stage.send("/write", form, own).response
                lead.withLock { $0 = answer }
            }
        }
        _ = try await stage.send("/out", "_form=out", own)
        let others = try #require(lead.current)
        #expect(try await stage.follow(others, own).text.contains(">\nrefused</textarea>"))
        #expect(try await !stage.follow(hers, own).text.contains(">\nrefused</textarea>"))
    }

    @Test("Whoever sends hundreds of forms pushes out their own answers alone", .requirement("RATE-03"))
    func nobodyPushesOutTheAnswersOfOthers() async throws {
        stage.browsers.tokens.withLock { $0 = ["ana", "eve", "nobody"] }
        let form = "_form=write&text=refused"
        let lead = try await stage.send("/write", form, window(showing: "ana")).response
        let mine = try await stage.send("/write", form, window(showing: "eve")).response
        for _ in 0..<300 { _ = try await stage.send("/write", form, window(showing: "eve")) }
        #expect(try await stage.follow(lead, window(showing: "ana")).text.contains(">\nrefused</textarea>"))
        #expect(try await !stage.follow(mine, window(showing: "eve")).text.contains(">\nrefused</textarea>"))
    }

    @Test("Whoever makes up cookies takes no room from people", .requirement("RATE-03"))
    func cookiesThatAreMadeUpPushOutNothingOfPeople() async throws {
        stage.browsers.tokens.withLock { $0 = ["ana", "nobody"] }
        let form = "_form=write&text=refused", key = "&_key=0123456789abcdef"
        let lead = try await stage.send("/write", form, window(showing: "ana")).response
        _ = try await stage.send("/write", "_form=write&text=once" + key, window(showing: "ana"))
        let first = try await stage.send("/write", form, window(showing: "made-up")).response
        #expect(try await stage.follow(first, window(showing: "made-up")).text.contains(">\nrefused</textarea>"))
        for number in 0..<300 {
            _ = try await stage.send("/write", form + key, window(showing: "made-up-\(number)"))
        }
        #expect(try await stage.follow(lead, window(showing: "ana")).text.contains(">\nrefused</textarea>"))
        _ = try await stage.send("/write", "_form=write&text=once" + key, window(showing: "ana"))
        #expect(stage.done.current == ["once"], "the second press counts as the first")
        #expect(try await !stage.follow(first, window(showing: "made-up")).text.contains(">\nrefused</textarea>"))
    }

    @Test(
        "Whoever sends many forms of a network pushes out answers of that network alone", .requirement("RATE-03"),
        arguments: [
            ("198.51.100.7", "203.0.113."), ("198.51.100.7", "2001:db8:0:1::"), ("2001:db8:0:2::1", "2001:db8:0:1:f::"),
        ])
    func aNetworkPushesOutItsOwnAnswersAlone(of stranger: String, network: String) async throws {
        let form = "_form=write&text=refused"
        func areThere(_ leads: ServerResponse...) async throws -> [Bool] {
            var areThere: [Bool] = []
            for lead in leads {
                areThere.append(try await stage.follow(lead, window()).text.contains(">\nrefused</textarea>"))
            }
            return areThere
        }
        let other = try await stage.send("/write", form, window(), peer: stranger).response
        let first = try await stage.send("/write", form, window(), peer: network + "1").response
        var last = first
        // It takes all the room that nobody else needs.
        for number in 0..<62 {
            last = try await stage.send("/write", form, window(), peer: "\(network)\(2 + number)").response
        }
        #expect(try await areThere(first, last, other) == [true, true, true])
        for number in 0..<70 {
            last = try await stage.send("/write", form, window(), peer: "\(network)\(70 + number)").response
        }
        #expect(try await areThere(first, last, other) == [false, true, true])
    }

    @Test("Whoever has many networks fills no memory", .requirement("RATE-03"))
    func answersOfAllNetworksHaveRoom() async throws {
        var leads: [ServerResponse] = []
        for number in 0..<65 {
            let answer = try await stage.send(
                "/write", "_form=write&text=refused", window(), peer: "198.51.\(number).7")
            leads.append(answer.response)
        }
        for (number, lead) in leads.enumerated() {
            let isThere = try await stage.follow(lead, window()).text.contains(">\nrefused</textarea>")
            #expect(isThere == (number > 0), "\(number)")
        }
    }

    @Test("Behind a proxy that is trusted the network is that of whom it speaks for", .requirement("RATE-03"))
    func aProxyIsNoNetwork() async throws {
        let stage = try FormStage(trusting: ["10.0.0.0/8"])
        func send(_ forwarded: String) async throws -> ServerResponse {
            var fields = window()
            fields["X-Forwarded-For"] = forwarded
            return try await stage.send("/write", "_form=write&text=refused", fields, peer: "10.0.0.1").response
        }
        let other = try await send("198.51.100.7"), first = try await send("203.0.113.7")
        for _ in 0..<70 { _ = try await send("203.0.113.8") }
        #expect(try await stage.follow(other, window()).text.contains(">\nrefused</textarea>"))
        #expect(try await !stage.follow(first, window()).text.contains(">\nrefused</textarea>"))
    }

    /// What a stranger is answered may hold what lets somebody in, such as a link's token.
    @Test("An address alone shows nobody's answer", .requirement("RECOV-18"))
    func anAddressAloneShowsNothing() async throws {
        let lead = try await stage.send("/write", "_form=write&text=refused", window()).response
        #expect(try await stage.follow(lead, window()).text.contains(">\nrefused</textarea>"))
        var address = lead
        address.fields["Set-Cookie"] = nil
        let other = try await stage.send("/write", "_form=write&text=refused", window()).response
        for cookie in other.fields.values(of: "Set-Cookie").map({ $0.prefix { $0 != ";" } }) + [""] {
            var fields = window()
            fields["Cookie"] = String(cookie)
            #expect(try await !stage.follow(address, fields).text.contains(">\nrefused"))
        }
        // Somebody who logs in there is somebody else.
        let login = try await stage.send("/sign-in", "_form=sign-in", window()).response
        var hers = lead
        hers.fields.append("Set-Cookie", try #require(login.fields["Set-Cookie"]))
        #expect(try await !stage.follow(hers, window()).text.contains(">\nrefused"))
    }

    @Test func whatEndsWithASessionIsShownNoMore() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let own = window(showing: "token0")
        let lead = try await stage.send("/write", "_form=write&text=refused", own).response
        stage.browsers.tokens.withLock { $0.append("nobody") }
        #expect(try await !stage.follow(lead, own).text.contains(">\nrefused"))
    }

    /// Its browser shows something else by the time it asks for it.
    @Test("A window that sends while its person leaves has its answer at the server too", .requirement("NAV-04"))
    func aWindowOfAServerThatTurnsHasItsAnswer() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        _ = try await stage.send("/out", "_form=out", window(showing: "token0"))
        let lead = try await stage.send("/write", "_form=write&text=refused", window(showing: "token0")).response
        #expect(try await stage.follow(lead, window()).text.contains(">\nrefused</textarea>"))
    }

    @Test("Whoever sends long forms fills no memory", .requirement("RATE-03"))
    func answersHaveRoomInBytes() async throws {
        let text = String(repeating: "a", count: 400_000)
        var leads: [ServerResponse] = []
        for _ in 0..<30 {
            leads.append(try await stage.send("/nowhere", "_form=write&text=\(text)", window()).response)
        }
        #expect(try await stage.follow(try #require(leads.last), window()).text.contains(text))
        #expect(try await !stage.follow(leads[0], window()).text.contains(text))
        let marks = String(repeating: "<", count: 400_000)
        #expect(try await stage.send("/nowhere", "_form=write&text=\(marks)", window()).response.status == .notFound)
        let along = "_form=sign-in&email=wrong&_kept=" + String(repeating: "b", count: 200_000)
        #expect(try await stage.go("/sign-in", along).response.status == .contentTooLarge)
    }

    @Test(.requirement("STORE-28")) func whatWasShownBeforeItWasLockedIsShownByNothing() async throws {
        let lead = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=refused", window()).response
        _ = try await stage.send("/vault", "_form=lock", window())
        let (_, page, text) = try await stage.follow(lead, window())
        #expect(page.status == .seeOther && page.fields[.location] == "/unlock?then=%2Fwrite" && text.isEmpty)
    }

    /// Two presses log in once; the form counts no more when that session is over.
    @Test func aLoginThatIsSentAgainAfterLoggingOutLogsNobodyIn() async throws {
        let form = "_form=sign-in&_key=0123456789abcdef&email=ana&secret-password=a"
        for _ in 1...2 {
            let login = try await stage.send("/sign-in", form, window()).response
            #expect(login.status == .seeOther && login.fields["Set-Cookie"]?.contains("=token0;") == true)
        }
        #expect(stage.browsers.tokens.current == ["token0"])
        _ = try await stage.send("/out", "_form=out", window(showing: "token0"))
        let again = try await stage.send("/sign-in", form, window()).response
        #expect(again.status == .seeOther && again.fields["Set-Cookie"] == nil)
        #expect(again.fields[.location] == "/" && stage.browsers.tokens.current.count == 2, "logging out made one")
    }

    @Test func whoIsLedToLogInIsToldWhatWasNotDone() async throws {
        let lead = ServerResponse(status: .seeOther, fields: [.location: "/sign-in?ended=1&then=%2Fwrite&undone=1"])
        let text = try await stage.follow(lead, window()).text
        #expect(text.contains("Your session here was ended.") && text.contains("was not deleted."))
    }
}
