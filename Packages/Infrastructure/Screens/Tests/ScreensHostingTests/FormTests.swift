import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What becomes of forms that browsers send.
struct FormTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
    }

    // MARK: Sending

    @Test func whatIsSentIsDone() async throws {
        let answer = try await stage.send("/write", "_form=write&text=a%0D%0Ab%26&secret-code=12")
        #expect(answer.response.status == .seeOther && answer.response.fields[.location] == "/write?code=12")
        #expect(stage.done.current == ["a\nb&"])
    }

    @Test func whatIsRefusedComesBackAsItWasTyped() async throws {
        let answer = try await stage.send("/write", "_form=write&_at=%2Fwrite%3Fa%3Db&text=refused&secret-code=123456")
        #expect(answer.response.status == .unprocessableContent && answer.response.fields[.cacheControl] == "no-store")
        #expect(answer.text.contains(">\nrefused</textarea>") && !answer.text.contains("123456"))
        #expect(answer.text.contains(##"<a href="#write-text">It can&#39;t be &lt;b&gt;.</a>"##))
        #expect(answer.text.contains("<title>Problem: Write") && answer.text.contains(#"aria-invalid="true""#))
        #expect(answer.text.contains(#"name="_at" value="/write?a=b""#))
    }

    @Test(.requirement("OFFLINE-03")) func whatIsDoneLaterIsSaidAndGoneFromItsForm() async throws {
        let answer = try await stage.send("/write", "_form=write&_key=0123456789abcdef&_at=%2Fwrite&text=later")
        #expect(answer.response.status == .ok && answer.text.contains("It waits."))
        #expect(!answer.text.contains("later") && answer.text.contains(#"href="/sign-in?then=%2Fwrite""#))
        _ = try await stage.send("/write", "_form=write&_key=0123456789abcdef&_at=%2Fwrite&text=later")
        #expect(stage.done.current == ["later"])
        // What is in its way may be in the way of the screen as well.
        let alone = try await stage.send("/offline", "_form=write&text=a")
        #expect(alone.response.status == .ok && alone.text.contains("It waits."))
    }

    @Test(arguments: [
        "%2F%2Fexample.com", "https%3A%2F%2Fexample.com%2F", "%2Fnowhere", "javascript%3Aalert(1)",
        "%2Fwrite%2F..%2F..",
    ])
    func itComesBackOnPlacesOfTheProgramOnly(_ place: String) async throws {
        let answer = try await stage.send("/write", "_form=write&_at=\(place)&text=refused")
        #expect(answer.response.status == .unprocessableContent)
        #expect(answer.text.contains(#"name="_at" value="/write""#))
    }

    /// Forms lead nowhere else under `form-action`, and a page does.
    @Test(.requirement("PASSKEY-03")) func whoLeavesByAFormLeavesByAPage() async throws {
        let answer = try await stage.send("/write", "_form=write&text=elsewhere")
        #expect(answer.response.status == .ok && answer.text.contains("On its way"))
        #expect(answer.response.fields["Refresh"] == "0; url=http://127.0.0.1:40123/?code=a&state=b")
        #expect(answer.response.fields["Referrer-Policy"] == "no-referrer")
        #expect(answer.response.fields[.cacheControl] == "no-store" && !answer.text.contains("127.0.0.1"))
    }

    @Test func whatIsSentTwiceIsDoneOnce() async throws {
        let body = "_form=write&_key=0123456789abcdef&text=once"
        async let first = stage.send("/write", body)
        async let second = stage.send("/write", body)
        let places = try await [first.response.fields[.location], second.response.fields[.location]]
        #expect(places == ["/write?code=", "/write?code="])
        _ = try await stage.send("/write", body)
        #expect(stage.done.current == ["once"])
        _ = try await stage.send("/write", "_form=write&_key=fedcba9876543210&text=twice")
        #expect(stage.done.current == ["once", "twice"])
    }

    @Test func aKeyCountsForItsFormAndItsBrowserOnly() async throws {
        let key = "_form=write&_key=0123456789abcdef&text="
        // A browser that brings a page back brings its key back.
        _ = try await stage.send("/write", key + "one")
        _ = try await stage.send("/write", key + "two")
        #expect(stage.done.current == ["one", "two"])
        let entry = "_form=sign-in&_key=0123456789abcdef&email=a&secret-password="
        #expect(
            try await stage.send("/sign-in", entry + "right").response.fields["Set-Cookie"]?.contains("token0") == true)
        for body in [entry + "other", "_form=write&_key=0123456789abcdef"] {
            let path = body.contains("sign-in") ? "/sign-in" : "/write"
            #expect(try await stage.send(path, body).response.fields["Set-Cookie"]?.contains("token0") != true)
        }
        let other = try await stage.send("/write", key + "one", stage.fields(showing: "token1"))
        #expect(other.response.status == .seeOther && stage.done.current.count { $0 == "one" } == 2)
    }

    @Test func strangersPushOutNothingOfPeople() async throws {
        _ = try await stage.send("/sign-in", "_form=sign-in")
        let fields = stage.fields(showing: "token0"), body = "_form=write&_key=0123456789abcdef&text=mine"
        _ = try await stage.send("/write", body, fields)
        for number in 0..<300 {
            _ = try await stage.send("/write", "_form=write&_key=stranger-\(1_000_000 + number)&text=x")
        }
        _ = try await stage.send("/write", body, fields)
        #expect(stage.done.current.count { $0 == "mine" } == 1)
    }

    @Test(
        "Whoever sends many forms of a network pushes out keys of that network alone", .requirement("RATE-03"),
        arguments: [("198.51.100.7", "203.0.113."), ("2001:db8:1::7", "2001:db8:2::")])
    func aNetworkPushesOutItsOwnKeysAlone(of stranger: String, network: String) async throws {
        let body = "_form=write&_key=0123456789abcdef&text="
        _ = try await stage.send("/write", body + "other", peer: stranger)
        _ = try await stage.send("/write", body + "first", peer: network + "1")
        for number in 0..<100 {
            _ = try await stage.send(
                "/write", "_form=write&_key=stranger-\(1_000_000 + number)&text=x", peer: "\(network)\(2 + number)")
        }
        for text in ["other", "first"] { _ = try await stage.send("/write", body + text, peer: stranger) }
        #expect(stage.done.current.count { $0 == "other" } == 1, "another network's key is still known")
        #expect(stage.done.current.count { $0 == "first" } == 2, "the network's own first key made room")
    }

    @Test("Whoever has many networks fills no memory", .requirement("RATE-03"))
    func manyNetworksTogetherHaveTheRoomOfStrangers() async throws {
        let body = "_form=write&_key=0123456789abcdef&text=first"
        _ = try await stage.send("/write", body, peer: "192.0.2.7")
        for number in 0..<32 {
            _ = try await stage.send(
                "/write", "_form=write&_key=stranger-\(1_000_000 + number)&text=x", peer: "198.51.\(number).7")
        }
        _ = try await stage.send("/write", body, peer: "192.0.2.7")
        #expect(stage.done.current.count { $0 == "first" } == 2)
    }

    @Test func whatFailedMayBeSentAgain() async throws {
        let body = "_form=write&_key=0123456789abcdef&text=broken"
        #expect(try await stage.send("/write", body).response.status == .internalServerError)
        _ = try await stage.send("/write", "_form=write&_key=0123456789abcdef&text=now")
        #expect(stage.done.current == ["now"])
    }

    @Test func whatWasTypedIsShownWhereItsScreenIsGone() async throws {
        let answer = try await stage.send("/gone", "_form=write&_at=%2Fgone&text=kept%20%3Cb%3E")
        #expect(answer.response.status == .notFound && answer.text.contains(">\nkept &lt;b&gt;</textarea>"))
    }

    @Test(arguments: [("_form=other", 400), ("_form=write&_with.token=9999", 500)])
    func whatWasTypedIsShownByWhateverPageRefusesIt(form: String, status: Int) async throws {
        let body = form + "&_at=%2Fwrite&text=broken&more=%3Cb%3E%0D%0Aends&secret-code=123456"
        let answer = try await stage.send("/write", body)
        #expect(answer.response.status.rawValue == status)
        #expect(answer.text.contains("What you wrote was not sent."))
        #expect(answer.text.contains(#"<textarea readonly"#) && answer.text.contains(">\n&lt;b&gt;\nends</textarea>"))
        // Neither what is secret nor what nobody typed.
        #expect(!answer.text.contains("123456") && !answer.text.contains("9999"))
    }

    /// A page that refuses a form has no labels, and words of the program are nobody's.
    @Test func whatWasOnlyChosenIsNotShownAsIfSomebodyHadWrittenIt() async throws {
        let shown = await stage.router.respond(to: .sample(.get, "/write", fields: FormStage.own))
        let page = String(decoding: try await shown.collectBody(), as: UTF8.self)
        #expect(page.contains(#"name="_chosen" value="theme""#), "\(page)")
        let form = "_chosen=theme&_at=%2Fwrite&theme=dark"
        let answer = try await stage.send("/write", "_form=other&text=mine&" + form)
        #expect(answer.response.status == .badRequest && answer.text.contains(">\nmine</textarea>"))
        #expect(!answer.text.contains(">\ndark</textarea>"))
        let nothing = try await stage.send("/write", "_form=other&" + form)
        #expect(nothing.response.status == .badRequest)
        #expect(!nothing.text.contains("What you wrote was not sent"), "\(nothing.text)")
        // It is kept all the same where something else comes first.
        let kept = try await stage.send("/write", "_form=write&text=stranger&" + form)
        #expect(kept.text.contains("is kept meanwhile") && kept.text.contains("theme=dark"))
    }

    @Test func aFormOfAnotherSiteIsNotShown() async throws {
        var fields = FormStage.own
        fields["Sec-Fetch-Site"] = "cross-site"
        let answer = try await stage.send("/write", "_form=write&text=Send+me", fields)
        #expect(answer.response.status == .forbidden && !answer.text.contains("Send me"))
    }

    @Test func whatWasSentAlongComesBackAsSuch() async throws {
        let answer = try await stage.send("/write", "_form=write&_with.hint=9999&_at=%2Fwrite&text=stranger")
        #expect(answer.text.contains("_with.hint=9999"))
    }

    @Test func aFormThatNoScreenHasIsRefused() async throws {
        #expect(try await stage.send("/write", "_form=other&text=x").response.status == .badRequest)
        #expect(try await stage.send("/write", "text=x").response.status == .badRequest)
        #expect(try await stage.send("/write", "%GG").response.status == .badRequest)
        var json = FormStage.own
        json[.contentType] = "application/json"
        #expect(try await stage.send("/write", "{}", json).response.status == .unsupportedMediaType)
        #expect(try await stage.send("/write", "_form=write&text=nothing").response.status == .notFound)
        let long = "_form=write&text=" + String(repeating: "x", count: 70_000)
        #expect(try await stage.send("/write", long).response.status == .contentTooLarge)
    }

    // MARK: Too much, and what no text can have

    /// Whoever pastes one doesn't see it.
    @Test(.requirement("SANIT-07"), arguments: ["%00", "\0"])
    func whatHoldsANulComesBackWithoutIt(_ nul: String) async throws {
        let answer = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=a\(nul)b&secret-code=123456")
        #expect(answer.response.status == .unprocessableContent && stage.done.current == [])
        #expect(answer.text.contains(">\nab</textarea>") && answer.text.contains("(NUL)"))
        #expect(!answer.text.contains("123456"))
        let unknown = try await stage.send("/write", "_form=other&text=a\(nul)b")
        #expect(unknown.response.status == .badRequest && unknown.text.contains(">\nab</textarea>"))
    }

    @Test(.requirement("SANIT-07")) func whatIsTooLongIsThereToBeCopied() async throws {
        let long = String(repeating: "words ", count: 12_000)
        let answer = try await stage.send("/write", "_form=write&text=" + long.replacing(" ", with: "+"))
        #expect(answer.response.status == .contentTooLarge && answer.text.contains("What you sent is too large"))
        #expect(answer.text.contains(long) && !answer.text.contains("page before"))
    }

    /// It isn't read, and so it can't be given back.
    @Test(
        .requirement("SANIT-07", "L10N-01"),
        arguments: [
            ("en", "go back in your browser", "What you sent is too large"),
            ("es", "vuelve atrás en el navegador", "Lo que enviaste es demasiado grande"),
        ]) func whatIsFarTooLongIsStillInTheBrowser(_ language: String, _ way: String, _ title: String) async throws
    {
        var fields = FormStage.own
        fields[.acceptLanguage] = language
        let answer = try await stage.send(
            "/write", "_form=write&text=" + String(repeating: "x", count: 460_000), fields)
        #expect(answer.response.status == .contentTooLarge && stage.done.current == [])
        #expect(answer.text.contains(way) && answer.text.contains(title), "\(answer.text)")
        // Of a form that was read everything is there, and nothing where nothing was typed.
        let empty = try await stage.send("/write", "_form=other", fields)
        #expect(empty.response.status == .badRequest && !empty.text.contains(way))
        // Nobody says so of what another site sent.
        fields["Sec-Fetch-Site"] = "cross-site"
        #expect(try await !stage.send("/write", "text=x", fields).text.contains(way))
    }

    // MARK: From elsewhere

    @Test(
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Origin": "https://example.com"], ["Origin": "null"], ["Origin": "https://localhost:8081"],
            ["Origin": "http://localhost:8080"], ["Sec-Fetch-Site": "cross-site", "Origin": "https://localhost:8080"],
            [:],
        ] as [[String: String]])
    func formsOfOtherSitesAreRefused(_ said: [String: String]) async throws {
        var fields = FormStage.own
        fields["Sec-Fetch-Site"] = nil
        for (name, value) in said { fields[HTTPFieldName(name)] = value }
        let answer = try await stage.send("/write", "_form=write&text=x", fields)
        #expect(answer.response.status == .forbidden && stage.done.current == [])
        #expect(answer.text.contains("Nothing was done."))
    }

    @Test func browsersThatOnlyNameTheirOriginAreBelieved() async throws {
        var fields = FormStage.own
        fields["Sec-Fetch-Site"] = nil
        fields["Origin"] = "https://localhost:8080"
        #expect(try await stage.send("/write", "_form=write&text=x", fields).response.status == .seeOther)
    }

    @Test func nothingSecretIsTypedWhereOthersCanRead() async throws {
        var fields = FormStage.own
        fields["Host"] = "example.com"
        let page = ServerRequest.sample(.get, "/write", fields: fields)
        var open = page
        open.isSecure = false
        let text = String(decoding: try await (await stage.router.respond(to: open)).collectBody(), as: UTF8.self)
        #expect(text.contains("https://") && !text.contains("<form"))
        let sent = try await stage.send(
            "/write", "_form=write&text=x&secret-code=1", fields, isSecure: false, peer: "192.0.2.1")
        #expect(sent.response.status == .forbidden && stage.done.current == [])
        // On this machine nobody is on the way.
        #expect(
            try await stage.send("/write", "_form=write&text=x&secret-code=1", isSecure: false).response.status
                == .seeOther)
    }
}
