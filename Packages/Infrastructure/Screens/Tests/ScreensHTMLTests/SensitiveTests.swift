import FoundationEssentials
import KernelTesting
import Localization
import ScreensAPI
import ScreensHTML
import ScreensTesting
import Testing

struct SensitiveTests {
    private static let address = Sensitivity(
        "address", LocalizedText(en: "your address", es: "tu dirección"),
        because: LocalizedText(en: "Others could write to you.", es: "Otros podrían escribirte."))
    private let contents = ScreenContents(
        .written("x"),
        .column([
            .section(
                ScreenSection(
                    "own", LocalizedText(en: "Own", es: "Tuyo"),
                    [
                        .sensitive(address, [.lines([.written(ScreenCheck.hostile[0])])])
                    ])), .text(.written("plain")),
            .links([ScreenLink(LocalizedText(en: "Back", es: "Volver"), to: .home)]),
        ]))

    private func html(masking masks: Bool = true) -> String {
        contents.html(
            in: Surroundings(
                .spanish, preferring: ScreenPreferences(masks: masks), root: "/",
                style: AssetReference("screens", ending: "css", digest: "abc"), navigation: [],
                now: Date(timeIntervalSince1970: 1_800_000_000),
                forms: FormSurroundings(at: .home, key: "", isPrivate: true, steps: [])))
    }

    @Test(.requirement("SCREEN-01", "SCREEN-03")) func itIsShutUntilItIsAskedForAndTheRestIsNot() {
        #expect(ScreenCheck(places: []).problems(of: contents, saying: [ScreenCheck.hostile[0], "plain"]) == [])
        let page = html()
        #expect(page.contains("<details><summary><span>Mostrar tu dirección</span>"))
        #expect(page.contains("<p dir=\"auto\">plain</p>"))
        #expect(html(masking: false).contains("<details open><summary>"))
        #expect(contents.sensitivities == [Self.address])
    }

    @Test(.requirement("SCREEN-04")) func itSaysWhyAndWhatCannotBePrevented() {
        #expect(html().contains("Otros podrían escribirte. Se oculta de nuevo al salir de esta ventana"))
        #expect(html().contains("Nadie puede impedir una foto de la pantalla."))
        let open = html(masking: false)
        #expect(!open.contains("Se oculta de nuevo") && open.contains("escribirte. No se imprime nunca. Nadie puede"))
    }

    @Test(.requirement("SCREEN-02")) func paperHasNothingOfIt() {
        #expect(StyleSheet.text.contains("@media print{.sensitive details{display:none}"))
    }

    @Test(.requirement("SCREEN-01")) func codesAreMaskedByTheirFields() {
        let field = ScreenField("code", .code(digits: 6), LocalizedText(en: "Code", es: "Código"))
        let form = ScreenForm("x", to: .home, [field], button: LocalizedText(en: "Send", es: "Enviar"))
        #expect(ScreenContents(.written("x"), .column([.form(form)])).sensitivities == [.codes])
        #expect(StyleSheet.text.contains("[autocomplete=one-time-code]:not(:focus)"))
    }

    /// Addresses of other kinds would run what a page may not (`javascript:`).
    @Test(.requirement("MFA-01")) func aWayToAnAuthenticatorLeadsToNothingElse() throws {
        let label = LocalizedText(en: "Open it", es: "Abrirlo")
        for other in ["javascript:alert(1)", "https://example.com", "OTPAUTH:", "otpauth:x", ""] {
            #expect(ProgramLink(label, toAuthenticator: other) == nil)
        }
        let link = try #require(ProgramLink(label, toAuthenticator: "otpauth://totp/A%3Ab?secret=AAAA&issuer=\"><b>"))
        let page = ScreenContents(.written("x"), .column([.program(link)])).html(
            in: Surroundings(
                .spanish, preferring: ScreenPreferences(), root: "/",
                style: AssetReference("screens", ending: "css", digest: "abc"), navigation: [],
                now: Date(timeIntervalSince1970: 1_800_000_000),
                forms: FormSurroundings(at: .home, key: "", isPrivate: true, steps: [])))
        #expect(
            page.contains(
                ##"<a href="otpauth://totp/A%3Ab?secret=AAAA&amp;issuer=&quot;&gt;&lt;b&gt;">Abrirlo</a>"##), "\(page)")
    }

    @Test(.requirement("SCREEN-05")) func whatAScreenDoesNotDeclareIsFound() async throws {
        let contents = contents
        func runner(_ sensitive: [Sensitivity]) -> ScreenRunner {
            ScreenRunner([
                Screen(
                    ScreenRoute("/x"), sensitive: sensitive, actions: [ScreenAction("y") { _ in .show(contents) }]
                ) { _ in contents }
            ])
        }
        _ = try await runner([Self.address]).show("/x")
        _ = try await runner([Self.address]).send("y", to: "/x")
        await #expect(throws: ScreenRunner.Undeclared.self) { try await runner([]).show("/x") }
        await #expect(throws: ScreenRunner.Undeclared.self) { try await runner([]).send("y", to: "/x") }
    }
}
