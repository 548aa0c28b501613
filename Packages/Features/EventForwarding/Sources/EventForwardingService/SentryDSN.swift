import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization

/// Whom a Sentry project takes events from, and where: `https://KEY@HOST/PROJECT`.
struct SentryDSN: Hashable {
    /// Where envelopes go.
    let endpoint: URL
    /// What the project knows its own by.
    let key: String

    /// - Returns: nil for what is none.
    init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), let at = text.firstIndex(of: "@"), mark.upperBound < at else {
            return nil
        }
        let key = text[mark.upperBound..<at].prefix { $0 != ":" }
        guard let address = ReceiverAddress(String(text[..<mark.upperBound]) + String(text[text.index(after: at)...])),
            address.url.query() == nil, !key.isEmpty, key.utf8.count <= 128, key.utf8.allSatisfy(Self.isWord)
        else { return nil }
        let path = address.url.path().split(separator: "/")
        guard let project = path.last, project.utf8.allSatisfy(Self.isWord), !address.url.path().hasSuffix("/"),
            let base = URL(string: "/", relativeTo: address.url)?.absoluteURL
        else { return nil }
        let parents = path.dropLast().map { "\($0)/" }.joined()
        guard let endpoint = URL(string: base.absoluteString + parents + "api/\(project)/envelope/") else { return nil }
        (self.endpoint, self.key) = (endpoint, String(key))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension SecretFile {
    /// The DSN in its only line; nil if there is none.
    func readDSN() -> SentryDSN? {
        let lines = lines()
        guard lines.count == 1 else { return nil }
        return lines[0].withText { $0.flatMap(SentryDSN.init) }
    }

    /// What is wrong with the file of a DSN; nil if nothing is.
    var problemOfDSN: UnusableSettings? {
        guard readDSN() == nil else { return nil }
        let key = SentrySettings.dsnFile.name
        return UnusableSettings(
            [key],
            LocalizedText(
                en:
                    "The DSN of Sentry can't be read from \(path). Put the one line into that file that Sentry shows for the "
                    + "project, https://KEY@HOST/PROJECT, which the server's account may read, or set \(key) to another "
                    + "one. http:// is only for this machine.",
                es:
                    "No se puede leer el DSN de Sentry en \(path). Pon en ese archivo la línea que Sentry muestra para el "
                    + "proyecto, https://CLAVE@SERVIDOR/PROYECTO, que la cuenta del servidor pueda leer, o pon otro en "
                    + "\(key). http:// es solo para esta máquina."))
    }
}
