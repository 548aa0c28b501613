import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI

/// Where a person decides whether a program of this machine comes in as them.
///
/// Any page can lead a browser here, and nothing happens by that: each time somebody is
/// asked, and the answer goes to this machine alone.
struct AuthorizeScreen: Sendable {
    let programs: Scoped<any ProgramAdmitting>
    /// Which server this is (RFC 9207), for a browser that reached it at an address.
    let issuer: @Sendable (_ reachedAt: String?) -> String

    private static let route = ScreenRoute("/authorize")

    var screen: Screen {
        Screen(
            Self.route, for: .people, limit: ScreenLimit("browser-login", forms: 30),
            actions: [
                ScreenAction("let-in") { sent in
                    let program = try Self.program(of: sent.request)
                    let code = try await programs(at: sent.request.browser).letIn(program)
                    return try leave(program, .letIn(code), sent.request, AuthorizeTexts.letIn)
                },
                ScreenAction("refuse") { sent in
                    try leave(try Self.program(of: sent.request), .refused, sent.request, AuthorizeTexts.refused)
                },
            ]
        ) { request in
            guard let person = request.person, let program = ProgramRequest(request.query) else {
                return ScreenContents(
                    .words(AuthorizeTexts.title),
                    noting: ScreenNotice(presenting: BrowserLoginError.unintelligible),
                    .column([.links([Self.home])]))
            }
            return ScreenContents(
                .words(AuthorizeTexts.title),
                .column([
                    .text(.words(AuthorizeTexts.asks)),
                    .lines(
                        [.words(AuthorizeTexts.account), .name(person.name), .written(person.email.description)]),
                    .text(.words(AuthorizeTexts.compare)), .code(program.word),
                    .text(.words(AuthorizeTexts.warning)),
                    .lines(
                        program.device.map { [.words(AuthorizeTexts.device), .written("“\($0)”")] } ?? [
                            .words(AuthorizeTexts.noDevice)
                        ]),
                    .form(ScreenForm("let-in", to: request.place, button: AuthorizeTexts.yes)),
                    .form(ScreenForm("refuse", to: request.place, button: AuthorizeTexts.no, .quiet)),
                    .notice(ScreenNotice(.remark, AuthorizeTexts.somebodyElse(person), nextSteps: [.logOut])),
                ]))
        }
    }

    private static let home = ScreenLink(AuthorizeTexts.home, to: .home)

    private static func program(of request: ScreenRequest) throws(BrowserLoginError) -> ProgramRequest {
        guard let program = ProgramRequest(request.query) else { throw .unintelligible }
        return program
    }

    /// Leads the browser back to the program.
    private func leave(
        _ program: ProgramRequest, _ decision: ProgramRequest.Decision, _ request: ScreenRequest, _ title: LocalizedText
    ) throws(BrowserLoginError) -> ScreenOutcome {
        guard let address = program.wayBack(with: decision, from: issuer(request.reachedAt)) else { throw .server }
        return .leave(
            for: address,
            ScreenContents(
                .words(title), .column([.text(.words(AuthorizeTexts.goesBack)), .links([Self.home])])))
    }
}

/// What the page says.
enum AuthorizeTexts {
    static let title = LocalizedText(en: "Let a program in?", es: "¿Dejar entrar a un programa?")
    static let asks = LocalizedText(
        en: "The program essential on this computer wants to come in as you.",
        es: "El programa essential de este equipo quiere entrar como tú.")
    static let account = LocalizedText(en: "Your account", es: "Tu cuenta")
    static let device = LocalizedText(
        en: "The device calls itself so, which proves nothing:",
        es: "El dispositivo se llama así, lo que no prueba nada:")
    static let noDevice = LocalizedText(
        en: "The device has no name that can be shown.", es: "El dispositivo no tiene un nombre que se pueda mostrar.")
    static let compare = LocalizedText(
        en:
            "Go on only if your own terminal, or the page of Essential from which you came, showed you these letters. "
            + "If it showed none or others, somebody else wants in.",
        es:
            "Sigue solo si tu propia terminal, o la página de Essential de la que vienes, te mostró estas letras. Si no "
            + "mostró ninguna, o eran otras, quien quiere entrar es otra persona.")
    static let warning = LocalizedText(
        en: "Let it in only if you began this yourself a moment ago, on this computer. It then sees and does what you "
            + "can; you end that under “Devices”.",
        es: "Déjalo entrar solo si lo has empezado tú hace un momento, en este equipo. Después ve y hace lo que puedes "
            + "tú; lo terminas en «Dispositivos».")
    static let yes = LocalizedText(en: "Let it in", es: "Dejarlo entrar")
    static let no = LocalizedText(en: "No", es: "No dejarlo")
    static let letIn = LocalizedText(en: "The program comes in", es: "El programa entra")
    static let refused = LocalizedText(en: "The program stays out", es: "El programa queda fuera")
    static let goesBack = LocalizedText(
        en: "Your browser goes back to the program now. If nothing follows, the program has ended: begin there anew.",
        es: "Tu navegador vuelve ahora al programa. Si no ocurre nada, el programa ha terminado: empieza allí de nuevo."
    )
    static let home = LocalizedText(en: "To the pictures", es: "A las imágenes")

    static func somebodyElse(_ person: User) -> LocalizedText {
        LocalizedText(
            en: "You aren't \(person.name)? Log out, and begin in the program anew.",
            es: "¿No eres \(person.name)? Cierra la sesión y empieza de nuevo en el programa.")
    }
}
