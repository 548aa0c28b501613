import FoundationEssentials
import KernelTesting
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensTesting
import Testing

struct ScreenHTMLTests {
    private let check = ScreenCheck(places: ScreenSamples.places)

    private func html(
        _ contents: ScreenContents, in language: Language = .english, isPrivate: Bool = true,
        returning returned: ReturnedForm? = nil, steps: [ScreenStep] = [],
        at shown: (path: String, isSent: Bool)? = nil
    ) -> String {
        var forms = FormSurroundings(at: .home, key: "key", isPrivate: isPrivate, steps: steps, returned: returned)
        forms.shownAt = shown
        return contents.html(
            in: Surroundings(
                language, root: "/", style: AssetReference("screens", ending: "css", digest: "a/b+c"), navigation: [],
                now: Date(timeIntervalSince1970: 1_800_000_000), forms: forms))
    }

    /// A browser that gets no answer would put its page of failure in the place of the
    /// page with the form.
    @Test func aFormIsSentToAnotherAddressThanItsPages() {
        let place = ScreenRoute("/write").place().with("then", "/a?b").part("end")
        let form = ScreenForm("write", to: place, button: LocalizedText(en: "Send", es: "Enviar"))
        let contents = ScreenContents(.written("x"), .column([.form(form)]))
        let plain = #"action="/write?then=%2Fa%3Fb#end""#, sent = #"action="/write?then=%2Fa%3Fb&amp;_sent=1#end""#
        #expect(html(contents).contains(plain) && html(contents, at: ("/other", false)).contains(plain))
        #expect(html(contents, at: ("/write", false)).contains(sent))
        #expect(html(contents, at: ("/write", true)).contains(plain), "the answer to a form is at the other one")
    }

    @Test(.requirement("SANIT-03"), arguments: ScreenCheck.hostile + ["ordinary", "شجرة", "a\nb"])
    func nothingThatPeopleWriteBecomesMarkup(_ text: String) {
        let screens = [
            ScreenSamples.gallery(saying: text), ScreenSamples.picture(saying: text),
            ScreenSamples.column(saying: text),
        ]
        for screen in screens { #expect(check.problems(of: screen, saying: [text]) == []) }
    }

    @Test func theCheckFindsWhatIsWrong() {
        let unknown = ScreenLink(LocalizedText(en: "Away", es: "Fuera"), to: ScreenRoute("/elsewhere").place())
        let nothing = LocalizedText(verbatim: "")
        let picture = ScreenPicture(.words(nothing), at: ScreenSamples.bytes.place("1"), size: nil, tint: nil)
        let section = ScreenSection("same", nothing, [])
        let problems = check.problems(
            of: ScreenContents(
                .words(nothing), .picture(picture, beside: [.links([unknown]), .section(section), .section(section)])),
            saying: ["something"])
        for problem in [
            "there is no place /below/elsewhere", "a picture doesn't say what it shows", "two parts have one name",
            "it doesn't say “something”",
        ] {
            #expect(problems.contains("en: " + problem) && problems.contains("es: " + problem), "\(problems)")
        }
    }

    @Test func theCheckFindsDeadEnds() {
        let done = ScreenNotice(.success, LocalizedText(en: "Done.", es: "Hecho."))
        let next = ScreenNotice(.success, done.text, nextSteps: [.logIn])
        let end = "it leads nowhere: there is neither a form, nor a link, nor a next step"
        #expect(check.problems(of: ScreenContents(.written("x"), .column([.notice(done)]))) == [end])
        for block in [ScreenBlock.notice(next), .form(form), .section(ScreenSection("a", done.text, [.notice(next)]))] {
            #expect(check.problems(of: ScreenContents(.written("x"), .column([block]))) == [])
        }
    }

    @Test func aPicturesPlaceIsThereBeforeThePicture() {
        let sizes = [(1_500, 1_000), (1, 9), (9, 1), (1_000, 1_000)].map { ScreenPicture.Size(width: $0, height: $1) }
        let page = html(ScreenSamples.gallery(saying: "x", sizes: sizes + [nil]))
        #expect(
            page.matches(of: /<li class="(r\d+)" id="\d+">/).map { String($0.1) } == ["r27", "r0", "r40", "r17", "r27"])
        #expect(page.contains(#"class="t43" src="/image/x?w=320" srcset="/image/x?w=320 320w, /image/x?w=640 640w, "#))
        #expect(page.contains(#"/image/x?w=1280 1280w, /image/x 1500w" sizes="#))
        #expect(page.contains(#"width="1500" height="1000" alt="x""#))
        #expect(
            StyleSheet.text.contains(".r27{--r:1.48") && StyleSheet.text.contains(".t43{background:#a0a0e0}"))
    }

    @Test func theFirstPictureComesFirstAndLaterOnesWhenTheyAreNear() {
        let size = ScreenPicture.Size(width: 3, height: 2)
        let page = html(ScreenSamples.gallery(saying: "x", sizes: Array(repeating: size, count: 8)))
        #expect(page.matches(of: /fetchpriority="high"/).count == 1 && page.matches(of: /loading="lazy"/).count == 2)
    }

    @Test(.requirement("L10N-01")) func itSpeaksTheLanguageAndSaysSo() {
        let page = html(ScreenSamples.gallery(saying: "Sea"), in: .spanish)
        #expect(page.contains(#"<html lang="es">"#) && page.contains("2 comentarios") && page.contains("Anteriores"))
        #expect(page.contains(#"<bdi>Sea</bdi>"#) && page.contains(#"dir="auto""#))
        let alone = html(ScreenSamples.picture(saying: "Sea"))
        #expect(alone.contains(#"<time datetime="2027-01-15T05:13:20Z" title="15 Jan 2027, 5:13 UTC">2 h ago</time>"#))
    }

    /// Also while somebody writes it; a name or a title stays on the side of what is beside it.
    @Test(.requirement("L10N-01")) func whatPeopleWriteHasTheDirectionOfItsScript() {
        let label = LocalizedText(en: "Text", es: "Texto"), all: [ScreenField.Kind] = [.name, .line, .text, .email]
        for kind in all {
            let form = ScreenForm("write", to: .home, [ScreenField("text", kind, label)], button: label)
            let page = html(ScreenContents(.words(label), .column([.form(form)])))
            #expect(page.contains(#" dir="auto""#) == (kind != .email), "\(kind)")
        }
        #expect(StyleSheet.text.contains(".legend b{text-align:match-parent}"))
    }

    /// Without scripts nobody knows in which time zone the person is.
    @Test(.requirement("L10N-01")) func exactTimesSayThatTheyAreInUTC() {
        let old = Date(timeIntervalSince1970: 1_700_000_000), since = LocalizedText(en: "Since", es: "Desde")
        let page = html(ScreenContents(.words(since), .column([.lines([.time(old), .moment(since, old)])])))
        let time = #"<time datetime="2023-11-14T22:13:20Z">14 Nov 2023, 22:13 UTC</time>"#
        #expect(page.contains("<li>\(time)</li><li><span>Since \(time)</span></li>"), "\(page)")
    }

    @Test func placesAreAddressesOfTheProgramItself() {
        let place = ScreenRoute("/p/{id}").place("a/../b?c#d é").with("after", "1&2").with("x", nil).part("comments")
        let link = ScreenLink(LocalizedText(en: "There", es: "Allá"), to: place)
        let page = html(ScreenContents(.written("x"), .column([.links([link])])))
        #expect(page.contains(#"href="/p/a%2F..%2Fb%3Fc%23d%20%C3%A9?after=1%262#comments""#), "\(page)")
    }

    /// What the design allows a screen to cost.
    @Test func itIsSmall() {
        let size = ScreenPicture.Size(width: 1_500, height: 1_000)
        let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
        let few = html(ScreenSamples.gallery(saying: id, sizes: [size])).utf8.count
        let more = html(ScreenSamples.gallery(saying: id, sizes: Array(repeating: size, count: 31))).utf8.count
        #expect(few < 12_000 && (more - few) / 30 < 1_100, "\(few), \((more - few) / 30)")
        #expect(StyleSheet.text.utf8.count < 14 * 1_024, "\(StyleSheet.text.utf8.count)")
    }

    private let form = ScreenForm(
        "change", to: .home,
        [
            .account("ana@\"example.com"),
            ScreenField(
                "new_password", .newPassword(minimum: 8), LocalizedText(en: "Password", es: "Contraseña"),
                rules: [FieldRule("length", value: "8", LocalizedText(en: "<Eight>", es: "Ocho"))]),
        ], button: LocalizedText(en: "Send", es: "Enviar"))

    @Test(.requirement("RECOV-14"), .requirement("RECOV-15")) func rulesBelongToTheirField() {
        let contents = ScreenContents(.written("x"), .column([.form(form), .code("<essential>")]))
        #expect(check.problems(of: contents) == [])
        let page = html(contents, in: .spanish)
        #expect(page.contains(#"aria-describedby="change-new_password-rules""#))
        #expect(page.contains(#"id="change-new_password-rules" data-field="change-new_password" data-met="Cumplido""#))
        #expect(page.contains(#"<li data-rule="length" data-value="8">Ocho</li>"#))
        #expect(page.contains(#"id="change-new_password-said" role="status" aria-live="polite""#))
        #expect(
            page.contains(
                #"<button type="button" class="show" data-field="change-new_password" aria-pressed="false" hidden>"#))
        #expect(
            page.contains(#"autocomplete="username" value="ana@&quot;example.com" hidden readonly>"#))
        #expect(page.contains("<pre><code>&lt;essential&gt;</code></pre>"))
    }

    @Test func aKeyboardComesToTheContentAtOnce() {
        for contents in [ScreenSamples.gallery(saying: "x"), .init(.written("x"), .column([.form(form)]))] {
            let page = html(contents, in: .spanish)
            #expect(page.contains(##"<body><a class="unseen" href="#content">Ir al contenido</a><header"##), "\(page)")
            #expect(page.contains(#"id="content" tabindex="-1">"#))
        }
    }

    @Test func aNameThatIsMadeToLookLikeAnotherIsMarkedAndTheOwnersSaysSo() {
        let time = Date(timeIntervalSince1970: 1_799_990_000)
        func said(_ author: String, isOwn: Bool = false) -> String {
            html(
                ScreenContents(
                    .written("x"), .column([.conversation([ScreenRemark(by: author, "hi", at: time, isOwn: isOwn)])])))
        }
        #expect(said("Ana").contains(#"<b dir="auto">Ana</b> <time"#))
        #expect(said("Ana", isOwn: true).contains(#"<b dir="auto">Ana</b> (you) <time"#))
        #expect(said("\u{410}na").contains("<bdi>\u{410}na</bdi> <span>(letters of several scripts)</span>"))
        #expect(said("Ａｎａ").contains("<bdi>Ａｎａ</bdi> <span>(letters of another form)</span>"))
    }

    @Test func whatIsCalledTheSameSaysWhatItIsAbout() {
        let name = LocalizedText(en: "Delete “x”", es: "Borrar «x»"), label = LocalizedText(en: "Delete", es: "Borrar")
        let link = ScreenLink(label, to: ScreenSamples.picture.place("1"), .removal, called: name)
        let form = ScreenForm("delete", to: .home, button: label, called: name, .destructive)
        let page = html(ScreenContents(.written("x"), .column([.links([link]), .form(form)])))
        #expect(page.contains(#"data-undo aria-label="Delete “x”">Delete</a>"#), "\(page)")
        #expect(page.contains(#"<button class="destructive" aria-label="Delete “x”">Delete</button>"#))
        let other = ScreenForm("other", to: .home, button: label, .quiet)
        #expect(
            html(ScreenContents(.written("x"), .column([.form(other)])))
                .contains(#"<button class="quiet">Delete</button>"#))
    }

    @Test(.requirement("NAV-05")) func whatWasTypedGoesAlongToWhatIsDoneInPlaceOfIt() throws {
        let email = ScreenField("email", .email, LocalizedText(en: "Email", es: "Correo"))
        let form = ScreenForm(
            "sign-in", to: .home, [email], button: LocalizedText(en: "Log in", es: "Entrar"), or: [.recover])
        let contents = ScreenContents(.written("x"), .column([.form(form)]))
        #expect(check.problems(of: contents) == [])
        let recover = ScreenStep(
            .recover, ScreenLink(LocalizedText(en: "Forgot?", es: "¿Olvidada?"), to: ScreenSamples.picture.place("1")))
        let refused = ScreenNotice(.failure, LocalizedText(verbatim: "Wrong."), nextSteps: [.recover])
        let page = html(contents, returning: ReturnedForm("sign-in", values: [:], refused), steps: [recover])
        let button = #"<button class="quiet" formaction="/p/1" name="_form" value="begin">Forgot?</button></form>"#
        #expect(page.contains("<button>Log in</button>" + button), "Enter logs in: \(page)")
        #expect(!page.contains(#"href="/p/1""#), "a link would lose what was typed")
        #expect(!html(contents).contains("formaction"), "what nobody offers isn't there")
    }

    @Test func aSuccessOfBeforeIsNotToldBesideWhatCameAfterIt() {
        let saved = ScreenNotice(.success, LocalizedText(en: "Saved.", es: "Guardado."))
        let contents = ScreenContents(.written("x"), noting: saved, .column([.form(form)]))
        #expect(html(contents).contains("Saved."))
        let refused = ReturnedForm("change", values: [:], ScreenNotice(.failure, LocalizedText(verbatim: "Refused.")))
        let page = html(contents, returning: refused)
        #expect(page.contains("Refused.") && !page.contains("Saved."))
    }

    @Test(.requirement("SCREEN-02")) func secretsAreNeitherTypedInTheOpenNorPrinted() {
        let contents = ScreenContents(.written("x"), .column([.form(form)]))
        #expect(html(contents).contains("type=\"password\""))
        let open = html(contents, isPrivate: false)
        #expect(!open.contains("<form") && !open.contains("ana@") && open.contains("https://"))
        #expect(StyleSheet.text.contains("nav,.ways,form{display:none}"))
    }
}
