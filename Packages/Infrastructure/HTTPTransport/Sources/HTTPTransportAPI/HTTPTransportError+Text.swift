public import Localization
import Presenting

extension HTTPTransportError {
    /// What happened and what to do next, for the person at the program.
    public var text: LocalizedText {
        switch self {
        case .connectivity(_, let server, let hasAnswered): Self.unreachable(server, hasAnswered)
        case .timedOut:
            LocalizedText(
                en: "The server takes too long to answer. Give it a minute.",
                es: "El servidor tarda demasiado en responder. Dale un minuto.")
        case .tls(let reason, let server, let authorities):
            InsecureConnection(reason).text(server ?? "?", trusting: authorities)
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        case .tooLarge(let limit):
            LocalizedText(
                en: "The server's answer is larger than \(limit) bytes and was not read to its end.",
                es: "La respuesta del servidor supera los \(limit) bytes y no se leyó entera.")
        case .invalidResponse:
            LocalizedText(
                en: "What answers at this address is no server of this service. Check the address.",
                es: "Lo que responde en esa dirección no es un servidor de este servicio. Comprueba la dirección.")
        case .invalidRequest(let reason):
            LocalizedText(
                en: "The request can't be sent: \(reason).", es: "No se puede enviar la petición: \(reason).")
        case .insecureAddress:
            LocalizedText(
                en: "Plain http is refused except on this machine. Use an https address.",
                es: "Se rechaza http sin cifrar salvo en esta máquina. Usa una dirección https.")
        case .credentialsUnavailable(let obstacle), .refusedByPins(let obstacle): obstacle.text
        case .fileSystem(let reason):
            LocalizedText(
                en: "A file can't be read or written: \(reason).",
                es: "No se puede leer o escribir un archivo: \(reason).")
        }
    }

    private static func unreachable(_ server: String?, _ hasAnswered: Bool) -> LocalizedText {
        let english = server.map { " at \($0)" } ?? "", spanish = server.map { " en \($0)" } ?? ""
        let happened = LocalizedText(
            en: "The server\(english) can't be reached.", es: "No se puede contactar con el servidor\(spanish).")
        if let server, isOfThisMachine(server) {
            return happened
                + (hasAnswered
                    ? LocalizedText(en: "See whether it runs.", es: "Mira si está en marcha.")
                    : LocalizedText(
                        en: "See whether it runs; with TLS its address begins with https://.",
                        es: "Mira si está en marcha; con TLS su dirección empieza por https://."))
        }
        let remedy =
            hasAnswered
            ? LocalizedText(en: "Check the connection.", es: "Comprueba la conexión.")
            : LocalizedText(
                en: "Check its address and the connection.", es: "Comprueba su dirección y la conexión.")
        return happened + remedy
    }

    /// A server that whoever reads this can start; how, each program says in its words.
    private static func isOfThisMachine(_ server: String) -> Bool {
        ["localhost", "127.", "[::1]"].contains { server.hasPrefix($0) }
    }
}
