import ConfigurationAPI
import CoreModels
import FoundationEssentials
import HTTPTypes
import Localization

/// The header fields of an operator's file.
struct HeaderFields: Sendable {
    private static let mostFields = 16
    /// Those that the forwarder or the transport sets itself.
    private static let taken: [HTTPFieldName] = [
        .contentType, .contentLength, .host, .connection, .transferEncoding, "Content-Encoding", "Expect", "Keep-Alive",
        "Proxy-Connection", "TE", "Trailer", "Upgrade", "HTTP2-Settings",
    ]

    let file: SecretFile

    /// - Returns: nil if the file has none, too many, or anything else.
    func read() -> HTTPFields? {
        let lines = file.lines()
        guard (1...Self.mostFields).contains(lines.count) else { return nil }
        var fields = HTTPFields()
        for line in lines {
            let isField = line.withText { text in
                guard let text, let colon = text.firstIndex(of: ":") else { return false }
                let value = text[text.index(after: colon)...].drop { $0 == " " }
                fields.append(HTTPFieldName(String(text[..<colon])), String(value))
                return true
            }
            guard isField else { return nil }
        }
        guard fields.firstInvalid == nil, !fields.contains(anyOf: Self.taken) else { return nil }
        return fields
    }

    /// What is wrong with the file; nil if nothing is.
    var problem: UnusableSettings? {
        guard read() == nil else { return nil }
        let key = OTLPSettings.headersFile.name
        return UnusableSettings(
            [key],
            LocalizedText(
                en: "The header fields for the collector can't be read from \(file.path). Put one to 16 lines such as "
                    + "“Authorization: Bearer …” into that file, which the server's account may read, or set \(key) to "
                    + "another one. Content-Type, Host and what frames a request are the server's own.",
                es:
                    "No se pueden leer los campos de cabecera para el recolector en \(file.path). Pon en ese archivo de una "
                    + "a 16 líneas como «Authorization: Bearer …», que la cuenta del servidor pueda leer, o pon otro en "
                    + "\(key). Content-Type, Host y lo que delimita una petición los pone el servidor."))
    }
}
