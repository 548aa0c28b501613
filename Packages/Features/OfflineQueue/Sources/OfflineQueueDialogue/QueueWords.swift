import FoundationEssentials
package import Localization
package import OfflineQueueAPI

/// What is said of requests that wait, whoever shows it.
package enum QueueWords {
    package static let empty = LocalizedText(en: "Nothing waits for a connection.", es: "Nada espera conexión.")

    package static func others(_ count: Int) -> LocalizedText {
        LocalizedText(
            en: "For other people: \(count). What takes their login waits for it; the rest is sent with yours.",
            es: "Para otras personas: \(count). Lo que requiere su sesión la espera; lo demás se envía con lo tuyo.")
    }

    package static func name(of kind: QueuedRequestKind) -> LocalizedText {
        switch kind {
        case .registration: LocalizedText(en: "Make the account", es: "Crear la cuenta")
        case .login: LocalizedText(en: "Log in", es: "Iniciar sesión")
        case .recovery: LocalizedText(en: "Recover the password", es: "Recuperar la contraseña")
        case .sessionTermination: LocalizedText(en: "End a session", es: "Terminar una sesión")
        case .verification: LocalizedText(en: "Confirm the address", es: "Confirmar la dirección")
        case .logout: LocalizedText(en: "Log out at the server", es: "Cerrar la sesión en el servidor")
        case .comment: LocalizedText(en: "Post a comment", es: "Publicar un comentario")
        case .post: LocalizedText(en: "Publish a picture", es: "Publicar una imagen")
        }
    }

    /// The beginning of what was written in a request, on one line: enough to tell it from others.
    package static func start(of text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        return line.count > longest || line.count < text.count ? line.prefix(longest) + "…" : String(line)
    }

    /// Whom or what a request concerns, but for identifiers, which say nothing to people.
    package static func subject(_ subject: String) -> String? {
        subject.isEmpty || UUID(uuidString: subject) != nil ? nil : subject
    }

    /// How much of a text tells a request from others, in characters.
    private static let longest = 60

    /// What became of a request.
    package static func text(of result: QueuedRequestResult) -> LocalizedText {
        switch result {
        case .done(let text): text
        case .refused(let problem), .removalFailed(let problem): problem.text
        case .kept(let problem): problem.text + waitsOn
        case .unreachable(let text): text + waitsOn
        case .expired: expired
        }
    }

    private static let waitsOn = LocalizedText(en: "It waits on.", es: "Sigue a la espera.")
    private static let expired = LocalizedText(
        en: "It waited too long and was removed. Ask for it again.",
        es: "Esperó demasiado y se borró. Vuelve a pedirlo.")
}
