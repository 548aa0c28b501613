public import BrowserLoginAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
public import LoginPresentationAPI
public import PluginKit
import QRCodes

/// Installs `essential login --other-device`.
public enum DeviceLoginPresentationPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any DeviceLoggingIn

        /// Creates the dependencies.
        public init(login: any DeviceLoggingIn) {
            self.login = login
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// The way in, for the command `login`.
        public let way: LoginWay
    }

    /// The name `device-login-commands`.
    public static let manifest = PluginManifest(
        id: "device-login-commands",
        summary: LocalizedText(en: "The option login --other-device", es: "La opción login --other-device"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let login = dependencies.login
        let way = LoginWay(
            "other-device", summary: DeviceLoginTexts.option, example: DeviceLoginTexts.example
        ) { invocation, terminal throws(CommandFailure) in
            do throws(DeviceLoginError) {
                return try await login.logIn { event in Self.tell(event, on: terminal) }
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
        return Assembly(exports: Exports(way: way))
    }

    private static func tell(_ event: DeviceLoginEvent, on terminal: any Terminal) {
        switch event {
        case .invited(let invitation):
            let address = invitation.address.absoluteString
            terminal.emit(
                Waiting(address: address, userCode: invitation.code.spaced, expiresAt: invitation.endsAt))
            // No camera of another device comes to an address of this one.
            terminal.writeError(
                invitation.isOfThisMachine
                    ? [.paragraph(StyledText(DeviceLoginTexts.openHere, .warning))]
                    : [.line(DeviceLoginTexts.open)] + picture(of: address, on: terminal))
            terminal.writeError(
                .fields([
                    OutputField(DeviceLoginTexts.address, verbatim: address),
                    OutputField(DeviceLoginTexts.code, verbatim: invitation.code.spaced),
                ]),
                .line(DeviceLoginTexts.waits(until: .moment(invitation.endsAt)), .faint))
        case .disconnected(let end):
            terminal.writeError(.line(DeviceLoginTexts.disconnected(until: .moment(end)), .warning))
        case .busy(let text): terminal.writeError(.line(text, .warning))
        case .reconnected: terminal.writeError(.line(DeviceLoginTexts.reconnected, .faint))
        }
    }

    /// The address for a camera where somebody looks at it and there is room: never the
    /// code, which is typed by hand.
    private static func picture(of address: String, on terminal: any Terminal) -> [OutputBlock] {
        guard let width = terminal.capabilities(of: .error).width, let lines = QRCode(Array(address.utf8))?.lines,
            lines.allSatisfy({ $0.count <= width })
        else { return [] }
        return [.preformatted(lines.joined(separator: "\n") + "\n")]
    }

    private struct Waiting: Encodable, Sendable {
        let address: String
        let userCode: String
        let expiresAt: Date
    }
}

/// What the option says.
enum DeviceLoginTexts {
    static let option = LocalizedText(
        en: "Log in through the browser of another device, such as your telephone, where this one has none",
        es: "Inicia sesión con el navegador de otro dispositivo, como tu teléfono, si este no tiene")
    static let example = LocalizedText(
        en: "on a machine without a browser, such as over SSH", es: "en un equipo sin navegador, como por SSH")
    static let open = LocalizedText(
        en: "Open this on your telephone or another computer, and type the code there:",
        es: "Abre esto en tu teléfono u otro equipo y escribe allí el código:")
    static let openHere = LocalizedText(
        en: "This server is reached from this computer alone, so no telephone can open its page. Open this in a "
            + "browser on this computer, and type the code there:",
        es: "A este servidor solo se llega desde este equipo, así que ningún teléfono puede abrir su página. Abre esto "
            + "en un navegador de este equipo y escribe allí el código:")
    static let address = LocalizedText(en: "Address", es: "Dirección")
    static let code = LocalizedText(en: "Code", es: "Código")

    static func waits(until end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "The code is good until \(end.english). Give it to nobody. Waiting for you; Ctrl-C stops.",
            es: "El código vale hasta \(end.spanish). No se lo des a nadie. Esperando; Ctrl-C lo detiene.")
    }

    static func disconnected(until end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "There is no connection to the server. Trying again until \(end.english); Ctrl-C stops.",
            es: "No hay conexión con el servidor. Se reintenta hasta \(end.spanish); Ctrl-C lo detiene.")
    }

    static let reconnected = LocalizedText(
        en: "The server can be reached again. Waiting for you.", es: "El servidor responde de nuevo. Esperando.")
}
