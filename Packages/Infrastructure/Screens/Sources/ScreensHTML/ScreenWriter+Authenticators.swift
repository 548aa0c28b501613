import Localization
import ScreensAPI

/// Writes what an authenticator is asked; a script asks it, and shows whichever of the
/// texts is true.
extension ScreenWriter {
    func authenticator(_ question: AuthenticatorQuestion, named name: String, _ id: String) -> Markup {
        question.kind.givesSecret ? presence(question, named: name, id) : passkey(question, named: name, id)
    }

    /// A secret that one computes: the program says what became of it.
    private func presence(_ question: AuthenticatorQuestion, named name: String, _ id: String) -> Markup {
        .element(
            "div", [Attribute("class", "field"), Attribute("id", id)],
            [
                .void(
                    "input",
                    [
                        Attribute("type", "hidden"), Attribute("name", FormSurroundings.Name.secret + name),
                        Attribute("autocomplete", "off"), Attribute("data-presence", question.kind.rawValue),
                        Attribute("data-options", question.options),
                    ]),
                .element(
                    "div", [Attribute("role", "status")],
                    [
                        .element(
                            "p",
                            [Attribute("class", "hint"), Attribute("data-when", "asked"), Attribute("hidden")],
                            [.text(words(Self.asked))])
                    ]),
                .element(
                    "noscript", [], [.element("p", [Attribute("class", "hint")], [.text(words(Self.noPresence))])]),
            ])
    }

    private func passkey(_ question: AuthenticatorQuestion, named name: String, _ id: String) -> Markup {
        let isMaking = question.kind == .making
        let texts = [
            ("asked", Self.asked), ("stopped", isMaking ? Self.notMade : Self.notAnswered), ("known", Self.known),
            ("elsewhere", Self.elsewhere), ("impossible", Self.impossible),
        ]
        let states = texts.map { name, text in
            Markup.element(
                "p", [Attribute("class", "hint"), Attribute("data-when", name), Attribute("hidden")],
                [.text(words(text))])
        }
        return .element(
            "div", [Attribute("class", "field"), Attribute("id", id)],
            [
                .void(
                    "input",
                    [
                        Attribute("type", "hidden"), Attribute("name", name),
                        Attribute("data-passkey", question.kind.rawValue), Attribute("data-options", question.options),
                    ]), .element("div", [Attribute("role", "status")], states),
                .element("noscript", [], [.element("p", [Attribute("class", "hint")], [.text(words(Self.noScript))])]),
            ])
    }

    private static let asked = LocalizedText(
        en: "Your browser asks you now.", es: "Ahora te pregunta tu navegador.")
    private static let notAnswered = LocalizedText(
        en: "No passkey was chosen, or there is none for this place on this device. Nothing was sent. Try it again, or "
            + "come in another way.",
        es: "No se eligió ninguna llave de acceso, o no hay ninguna para este sitio en este dispositivo. No se envió "
            + "nada. Inténtalo de nuevo o entra de otra forma.")
    private static let notMade = LocalizedText(
        en: "No passkey was made: it was stopped, or took too long. Nothing was sent; try it again.",
        es: "No se creó ninguna llave de acceso: se interrumpió o tardó demasiado. No se envió nada; inténtalo de "
            + "nuevo.")
    private static let known = LocalizedText(
        en: "This device has a passkey of your account already, so there is nothing to make.",
        es: "Este dispositivo ya tiene una llave de acceso de tu cuenta, así que no hay nada que crear.")
    private static let elsewhere = LocalizedText(
        en: "Browsers have no passkeys for the address at which you opened this page. Open it at the server's own "
            + "name.",
        es: "Los navegadores no tienen llaves de acceso para la dirección en la que abriste esta página. Ábrela con el "
            + "nombre propio del servidor.")
    private static let impossible = LocalizedText(
        en: "Passkeys can't be had here: this browser has none, its settings don't allow them, or the device failed.",
        es: "Aquí no puede haber llaves de acceso: este navegador no las tiene, sus ajustes no las permiten o falló el "
            + "dispositivo.")
    private static let noPresence = LocalizedText(
        en: "Scripts are switched off here, and no page can ask an authenticator without them.",
        es: "Aquí los scripts están desactivados y sin ellos ninguna página puede preguntar a un autenticador.")
    private static let noScript = LocalizedText(
        en: "Scripts are switched off here, and passkeys need them: without, no page can ask for one.",
        es: "Aquí los scripts están desactivados, y las llaves de acceso los necesitan: sin ellos, ninguna página "
            + "puede pedir una.")
}
