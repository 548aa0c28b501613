import Localization
import ScreensAPI

/// Writes where a permission is asked for; a script shows it, and whichever of its
/// texts is true.
extension ScreenWriter {
    func permission(_ primer: PermissionPrimer) -> Markup {
        let permission = primer.permission
        let marks =
            [Attribute("class", "permission"), Attribute("data-permission", permission.kind.rawValue)]
            + (primer.field.map { [Attribute("data-field", $0)] } ?? [])
        let ask = button("ask", primer.button, isHidden: false)
        let texts: [(String, LocalizedText)] = [
            ("prompt", primer.isOverview ? Self.next : permission.purpose + Self.next),
            (
                "granted",
                primer.isOverview ? Self.granted(permission.kind) + Self.howToChange : Self.granted(permission.kind)
            ),
            (
                "denied",
                Self.denied + (primer.isOverview ? Self.howToChange : permission.alternative + Self.howToChange)
            ),
            ("restricted", primer.isOverview ? Self.restricted : Self.restricted + permission.alternative),
        ]
        let states = texts.map { name, text in
            Markup.element(
                "p", [Attribute("class", "hint"), Attribute("data-when", name), Attribute("hidden")],
                (primer.isOverview ? [.element("b", [], [.text(words(Self.state(name)) + ".")]), .text(" ")] : [])
                    + [.text(words(text))])
        }
        let view = permission.kind == .camera && !primer.isOverview ? [camera] : []
        let said = Markup.element("div", [Attribute("role", "status")], states)
        guard primer.isOverview else {
            return .element(
                "div", marks + [Attribute("hidden")], [ask, said, button("go", Self.goOn)] + view)
        }
        let heading = Markup.element("h2", [], [.text(words(Self.name(of: permission.kind)))])
        let facts = [permission.feature, permission.purpose, Self.without + permission.alternative].map { text in
            Markup.element("p", [Attribute("class", "hint")], [.text(words(text))])
        }
        let unknown = Markup.element(
            "noscript", [], [.element("p", [], [.text(words(Self.unknown))])])
        return .element(
            "section", marks + [Attribute("data-overview")],
            [heading] + facts + [said, button("go", primer.button), unknown])
    }

    /// What the camera sees, and what can be done with that.
    private var camera: Markup {
        .element(
            "div", [Attribute("class", "camera"), Attribute("hidden")],
            [
                .element(
                    "video",
                    [Attribute("playsinline"), Attribute("muted"), Attribute("aria-label", words(Self.viewfinder))]),
                button("take", Self.take, isHidden: false), button("stop", Self.stop, isHidden: false),
            ])
    }

    private func button(_ name: String, _ label: LocalizedText, isHidden: Bool = true) -> Markup {
        .element(
            "button",
            [Attribute("type", "button"), Attribute("class", "quiet"), Attribute("data-do", name)]
                + (isHidden ? [Attribute("hidden")] : []), [.text(words(label))])
    }

    // MARK: Texts

    static func name(of kind: ScreenPermission.Kind) -> LocalizedText {
        switch kind {
        case .camera: LocalizedText(en: "Camera", es: "Cámara")
        case .location: LocalizedText(en: "Location", es: "Ubicación")
        case .notifications: LocalizedText(en: "Notifications", es: "Notificaciones")
        }
    }

    private static func state(_ name: String) -> LocalizedText {
        switch name {
        case "granted": LocalizedText(en: "Allowed", es: "Permitido")
        case "denied": LocalizedText(en: "Not allowed", es: "No permitido")
        case "restricted": LocalizedText(en: "Not possible here", es: "Aquí no es posible")
        default: LocalizedText(en: "Not asked yet", es: "Aún no se ha preguntado")
        }
    }

    private static func granted(_ kind: ScreenPermission.Kind) -> LocalizedText {
        let allowed = LocalizedText(en: "Your browser allows it.", es: "Tu navegador lo permite.")
        switch kind {
        case .camera:
            return allowed
                + LocalizedText(
                    en: "Nothing is taken before you press the button, and nothing sent before you publish.",
                    es: "No se toma nada antes de que pulses el botón ni se envía nada antes de que publiques.")
        case .location:
            return allowed
                + LocalizedText(
                    en: "Only about a kilometre exact, and you can change what is written.",
                    es: "Solo con un kilómetro de precisión, y puedes cambiar lo escrito.")
        case .notifications:
            return allowed
                + LocalizedText(
                    en: "They come while a page of this server is open.",
                    es: "Llegan mientras haya abierta una página de este servidor.")
        }
    }

    private static let without = LocalizedText(
        en: "You don't have to allow it.", es: "No tienes que permitirlo.")
    private static let next = LocalizedText(
        en: "Your browser asks you next, and you decide.", es: "Ahora te preguntará tu navegador, y decides tú.")
    private static let goOn = LocalizedText(en: "Go on", es: "Continuar")
    private static let denied = LocalizedText(
        en: "Your browser doesn't allow it, as you decided once.",
        es: "Tu navegador no lo permite, como decidiste una vez.")
    private static let howToChange = LocalizedText(
        en: "To change that, press the sign beside the address, then the permissions of this page.",
        es: "Para cambiarlo, pulsa el símbolo junto a la dirección y luego los permisos de esta página.")
    private static let restricted = LocalizedText(
        en: "It can't be had here: the device has none, or its settings or this browser don't allow it.",
        es: "Aquí no es posible: el dispositivo no lo tiene, o sus ajustes o este navegador no lo permiten.")
    private static let unknown = LocalizedText(
        en: "Scripts are switched off here, so nothing is asked for.",
        es: "Aquí los scripts están desactivados, así que no se pide nada.")
    private static let viewfinder = LocalizedText(en: "What the camera sees", es: "Lo que ve la cámara")
    private static let take = LocalizedText(en: "Take the picture", es: "Hacer la foto")
    private static let stop = LocalizedText(en: "Close the camera", es: "Cerrar la cámara")
}
