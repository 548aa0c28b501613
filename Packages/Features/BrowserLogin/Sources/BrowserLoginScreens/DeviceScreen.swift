import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI
import SessionsAPI

/// Where a person types the code that another device shows, sees which device that is,
/// and decides whether it comes in as them.
///
/// No address brings a code along: whoever sends somebody a link has them type nothing.
struct DeviceScreen: Sendable {
    let devices: Scoped<any DeviceAdmitting>

    private static let route = ScreenRoute("/device")
    private static let place = route.place()

    /// A way here from the devices.
    static let link = ScreenLink(DeviceTexts.way, to: place)

    var screen: Screen {
        Screen(
            Self.route, for: .people, limit: ScreenLimit("device-login", forms: 60),
            actions: [
                ScreenAction("look") { sent in
                    let code = try Self.code(in: sent), devices = try await devices(at: sent.request.browser)
                    do {
                        return .show(Self.question(try await devices.device(with: code), code, sent.request))
                    } catch DeviceLoginError.unknownCode {
                        throw FieldRefusal(DeviceLoginError.unknownCode, at: "code")
                    }
                },
                ScreenAction("let-in") { sent in
                    let code = try Self.code(in: sent)
                    try await devices(at: sent.request.browser).letIn(code)
                    return .show(
                        Self.end(
                            DeviceTexts.letIn, DeviceTexts.comesIn,
                            .form(
                                ScreenForm(
                                    "take-back", to: Self.place, [.unseen("code", code.description)],
                                    button: DeviceTexts.takeBack))))
                },
                ScreenAction("take-back") { sent in
                    let code = try Self.code(in: sent)
                    do {
                        try await devices(at: sent.request.browser).refuse(code)
                        return .show(Self.end(DeviceTexts.refused, DeviceTexts.staysOut))
                    } catch DeviceLoginError.unknownCode {
                        return .show(
                            Self.end(
                                DeviceTexts.tooLate, nil,
                                .notice(ScreenNotice(.failure, DeviceTexts.endIt, nextSteps: [.listSessions]))))
                    }
                },
                ScreenAction("refuse") { sent in
                    try await devices(at: sent.request.browser).refuse(try Self.code(in: sent))
                    return .show(Self.end(DeviceTexts.refused, DeviceTexts.staysOut))
                },
            ]
        ) { _ in
            ScreenContents(
                .words(DeviceTexts.title),
                .column([
                    .text(.words(DeviceTexts.what)),
                    .form(
                        ScreenForm(
                            "look", to: Self.place,
                            [ScreenField("code", .line, DeviceTexts.code, hint: DeviceTexts.hint)],
                            button: DeviceTexts.goOn)), .text(.words(DeviceTexts.warning)),
                ]))
        }
    }

    private static func code(in sent: ScreenSubmission) throws -> UserCode {
        guard let code = UserCode(sent["code"]) else { throw FieldRefusal(DeviceLoginError.unknownCode, at: "code") }
        return code
    }

    private static func question(
        _ device: WaitingDevice, _ code: UserCode, _ request: ScreenRequest
    ) -> ScreenContents {
        let account = request.person.map { person in
            [ScreenBlock.lines([.words(DeviceTexts.account), .name(person.name), .written(person.email.description)])]
        }
        let network = device.location.map { [ScreenText.written($0)] } ?? []
        let sent = ScreenField.unseen("code", code.description)
        return ScreenContents(
            .words(DeviceTexts.question),
            .column(
                (account ?? []) + [
                    .lines([.words(DeviceTexts.network)] + network + [.written(device.address)]),
                    .lines([.words(DeviceTexts.since), .time(device.begunAt)]),
                    .lines([.words(DeviceTexts.shows), .written(code.spaced)]),
                    .notice(ScreenNotice(.remark, DeviceTexts.phishing)),
                    .lines(
                        device.name.map { [.words(DeviceTexts.name), .written("“\($0)”")] } ?? [
                            .words(DeviceTexts.noName)
                        ]),
                    .form(ScreenForm("let-in", to: place, [sent], button: DeviceTexts.yes)),
                    .form(ScreenForm("refuse", to: place, [sent], button: DeviceTexts.no, .quiet)),
                ]))
    }

    private static func end(
        _ title: LocalizedText, _ text: LocalizedText?, _ block: ScreenBlock? = nil
    ) -> ScreenContents {
        let blocks = [text.map { ScreenBlock.text(.words($0)) }, block].compactMap(\.self)
        return ScreenContents(
            .words(title), .column(blocks + [.links([ScreenLink(DeviceTexts.home, to: .home)])]))
    }
}

/// What the page says.
enum DeviceTexts {
    static let way = LocalizedText(
        en: "Let a device in that has no browser", es: "Dejar entrar a un dispositivo sin navegador")
    static let title = LocalizedText(en: "Let a device in", es: "Dejar entrar a un dispositivo")
    static let what = LocalizedText(
        en: "Type the code that the program essential shows on the device where you are logging in.",
        es: "Escribe el código que muestra el programa essential en el dispositivo en el que inicias sesión.")
    static let code = LocalizedText(en: "Code", es: "Código")
    static let hint = LocalizedText(
        en: "Eight letters, such as WDJB-MJHT.", es: "Ocho letras, como WDJB-MJHT.")
    static let goOn = LocalizedText(en: "Go on", es: "Continuar")
    static let warning = LocalizedText(
        en: "Only type a code that you see on a device of your own. Somebody sent you one, or reads it to you over the "
            + "telephone? Then they want into your account: type nothing.",
        es: "Escribe solo un código que ves en un dispositivo tuyo. ¿Alguien te lo envió o te lo dicta por teléfono? "
            + "Entonces quiere entrar en tu cuenta: no escribas nada.")
    static let question = LocalizedText(en: "Let this device in?", es: "¿Dejar entrar a este dispositivo?")
    static let account = LocalizedText(en: "Your account", es: "Tu cuenta")
    static let name = LocalizedText(
        en: "It calls itself so, which proves nothing:", es: "Se llama así, lo que no prueba nada:")
    static let noName = LocalizedText(
        en: "It has no name that can be shown.", es: "No tiene un nombre que se pueda mostrar.")
    static let network = LocalizedText(en: "It asks from", es: "Pregunta desde")
    static let since = LocalizedText(en: "It began to wait", es: "Empezó a esperar")
    static let shows = LocalizedText(en: "It shows", es: "Muestra")
    static let phishing = LocalizedText(
        en: "Let it in only if you began this yourself a moment ago, on a device that is yours. It then sees and does "
            + "what you can, and stays until you end it under “Devices”. Nobody else ever needs a code from you.",
        es: "Déjalo entrar solo si lo has empezado tú hace un momento, en un dispositivo tuyo. Después ve y hace lo "
            + "que puedes tú, y se queda hasta que lo terminas en «Dispositivos». Nadie más necesita nunca un código "
            + "tuyo.")
    static let yes = LocalizedText(en: "Let it in", es: "Dejarlo entrar")
    static let no = LocalizedText(en: "No", es: "No dejarlo")
    static let letIn = LocalizedText(en: "The device comes in", es: "El dispositivo entra")
    static let comesIn = LocalizedText(
        en: "It is logged in within some seconds, and listed under “Devices”. Until then you can still refuse it.",
        es: "Inicia sesión en unos segundos y aparece en «Dispositivos». Hasta entonces aún puedes rechazarlo.")
    static let takeBack = LocalizedText(en: "Refuse it after all", es: "Rechazarlo de todos modos")
    static let tooLate = LocalizedText(en: "It is too late to refuse it", es: "Ya es tarde para rechazarlo")
    static let endIt = LocalizedText(
        en: "Look among your devices: if it came in a moment ago, end it there.",
        es: "Mira entre tus dispositivos: si entró hace un momento, termínalo allí.")
    static let refused = LocalizedText(en: "The device stays out", es: "El dispositivo queda fuera")
    static let staysOut = LocalizedText(
        en: "It is told so, and its code is good for nothing any more.",
        es: "Se le dice, y su código ya no vale para nada.")
    static let home = LocalizedText(en: "To the pictures", es: "A las imágenes")
}
