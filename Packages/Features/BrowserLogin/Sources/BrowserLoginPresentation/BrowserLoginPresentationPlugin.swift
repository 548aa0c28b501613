public import BrowserLoginAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import LoginAPI
public import LoginPresentationAPI
public import PluginKit
import Presenting

/// Installs `essential login --browser`.
public enum BrowserLoginPresentationPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any BrowserLoggingIn

        /// Creates the dependencies.
        public init(login: any BrowserLoggingIn) {
            self.login = login
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// The way in, for the command `login`.
        public let way: LoginWay
    }

    /// The name `browser-login-commands`.
    public static let manifest = PluginManifest(
        id: "browser-login-commands",
        summary: LocalizedText(en: "The option login --browser", es: "La opción login --browser"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let login = dependencies.login
        let way = LoginWay(
            "browser", summary: BrowserLoginTexts.option, example: BrowserLoginTexts.example
        ) { invocation, terminal throws(CommandFailure) in
            do throws(BrowserLoginError) {
                return try await login.logIn(in: invocation.language) { way in Self.tell(way, on: terminal) }
            } catch {
                throw CommandFailure(
                    presenting: error, places: [NextStepPlace(.logIn, BrowserLoginTexts.beginAnew)])
            }
        }
        return Assembly(
            exports: Exports(way: way),
            contributions: Contributions(
                NextStepPlace(.logInByBrowser, BrowserLoginTexts.byBrowser), to: NextStepPlaces.self))
    }

    private static func tell(_ way: BrowserLoginWay, on terminal: any Terminal) {
        let address = way.address.absoluteString
        terminal.emit(Waiting(address: address, word: way.word, isOpened: way.isOpened))
        terminal.writeError(
            .line(way.isOpened ? BrowserLoginTexts.opened : BrowserLoginTexts.toOpen),
            .line(LocalizedText(verbatim: address), .faint),
            .line(
                StyledText(BrowserLoginTexts.compare) + StyledText(verbatim: " ")
                    + StyledText(verbatim: way.word, .strong)),
            .line(BrowserLoginTexts.waits, .faint))
    }

    private struct Waiting: Encodable, Sendable {
        let address: String
        let word: String
        let isOpened: Bool

        private enum CodingKeys: String, CodingKey {
            case address, word
            case isOpened = "opened"
        }
    }
}

/// What the option says.
enum BrowserLoginTexts {
    static let option = LocalizedText(
        en: "Log in through the browser of this computer: with a passkey, an account elsewhere, or a password",
        es: "Inicia sesión con el navegador de este equipo: con llave de acceso, cuenta de otro sitio o contraseña")
    static let example = LocalizedText(
        en: "with a passkey, or an account elsewhere", es: "con una llave de acceso o una cuenta de otro sitio")
    static let opened = LocalizedText(
        en: "Your browser asks whether to let this program in. If it doesn't, open this there:",
        es: "Tu navegador pregunta si dejar entrar a este programa. Si no lo hace, abre esto en él:")
    static let toOpen = LocalizedText(
        en: "Open this in a browser on this computer:", es: "Abre esto en un navegador de este equipo:")
    static let compare = LocalizedText(
        en: "Let it in there only if the page shows", es: "Déjalo entrar allí solo si la página muestra")
    static let beginAnew = LocalizedText(
        en: "Begin anew with: essential login --browser", es: "Empieza de nuevo con: essential login --browser")
    static let byBrowser = LocalizedText(
        en: "Without a password, with a passkey or an account elsewhere: essential login --browser",
        es: "Sin contraseña, con llave de acceso o cuenta de otro sitio: essential login --browser")
    static let waits = LocalizedText(en: "Waiting for it. Ctrl-C stops.", es: "Esperando. Ctrl-C lo detiene.")
}
