import CoreModels
import FoundationEssentials
import Localization

/// What the command of the program's state says.
enum StatusTexts {
    static let summary = LocalizedText(
        en: "Show how things stand: server, session, vault, cache",
        es: "Muestra cómo está todo: servidor, sesión, caja fuerte, caché")
    static let discussion = LocalizedText(
        en: "Nothing is changed. The command succeeds also when the server can't be reached.",
        es: "No se cambia nada. La orden acaba bien aunque no se pueda contactar con el servidor.")
    static let example = LocalizedText(en: "look before you ask for help", es: "mira antes de pedir ayuda")
    static let server = LocalizedText(en: "Server", es: "Servidor")
    static let session = LocalizedText(en: "Session", es: "Sesión")
    static let vault = LocalizedText(en: "Vault", es: "Caja fuerte")
    static let feed = LocalizedText(en: "Saved feed", es: "Novedades guardadas")

    static func reachable(_ isReachable: Bool) -> LocalizedText {
        isReachable
            ? LocalizedText(en: "reachable", es: "disponible") : LocalizedText(en: "not reachable", es: "no disponible")
    }

    static func session(_ state: String, _ user: User?) -> LocalizedText {
        if let user { return LocalizedText(verbatim: "\(user.name) <\(user.email)>") }
        return state == "logged_out"
            ? LocalizedText(en: "not logged in", es: "sin iniciar")
            : LocalizedText(en: "can't be read", es: "no se puede leer")
    }

    static func verified(_ isVerified: Bool) -> LocalizedText {
        isVerified
            ? LocalizedText(en: "confirmed", es: "confirmada")
            : LocalizedText(en: "address not confirmed", es: "dirección sin confirmar")
    }

    static func access(seconds: Int) -> LocalizedText {
        seconds > 0
            ? LocalizedText(
                en: "access for \(seconds) s, renewed by itself", es: "acceso durante \(seconds) s, se renueva solo")
            : LocalizedText(en: "access is renewed at the next use", es: "el acceso se renueva al usarlo")
    }

    static func records(_ count: Int, damaged: Int) -> LocalizedText {
        LocalizedText(
            en: "records: \(count), damaged: \(damaged)", es: "registros: \(count), dañados: \(damaged)")
    }

    static func feed(_ images: Int?, savedAt: Date?) -> LocalizedText {
        guard let images, let savedAt else { return LocalizedText(en: "none", es: "ninguna") }
        let time = savedAt.formatted(.iso8601)
        return LocalizedText(en: "pictures: \(images), of \(time)", es: "imágenes: \(images), de \(time)")
    }
}
