public import Localization

extension HTTPTransportError {
    /// What happened and what to do next, for the person at the program.
    public var text: LocalizedText {
        switch self {
        case .connectivity:
            LocalizedText(
                en: "The server can't be reached. Check its address and the connection, then try again.",
                es: "No se puede contactar con el servidor. Comprueba su dirección y la conexión, e inténtalo de nuevo."
            )
        case .timedOut:
            LocalizedText(
                en: "The server takes too long to answer. Try again later.",
                es: "El servidor tarda demasiado en responder. Inténtalo más tarde.")
        case .tls(let reason):
            LocalizedText(
                en: "No secure connection to the server is possible (\(reason)). Nothing was sent to it.",
                es: "No es posible una conexión segura con el servidor (\(reason)). No se le envió nada.")
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
        case .credentialsUnavailable(_, let text): text
        case .fileSystem(let reason):
            LocalizedText(
                en: "A file can't be read or written: \(reason).",
                es: "No se puede leer o escribir un archivo: \(reason).")
        }
    }
}
