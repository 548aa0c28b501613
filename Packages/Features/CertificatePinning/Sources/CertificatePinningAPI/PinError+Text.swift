import FoundationEssentials
public import Localization
import Presenting

extension PinError {
    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .wrongKey(let host):
            LocalizedText(
                en:
                    "\(host) has another key than those that are pinned. Somebody may be in between; or whoever runs the "
                    + "server has replaced the key, and has a newer document of pins.",
                es:
                    "\(host) tiene otra clave que las fijadas. Puede que alguien se interponga, o que quien administra el "
                    + "servidor haya cambiado la clave y tenga un documento de pines más nuevo.")
        case .expired(let host, let date):
            LocalizedText(
                en:
                    "The pins of \(host) ended on \(Self.day(date)): nobody knows here which keys it has now. Get the newer "
                    + "document from whoever runs the server; if this device's date is wrong, set that right.",
                es: "Los pines de \(host) acabaron el \(Self.day(date)): aquí ya no se sabe qué claves tiene. Pide el "
                    + "documento nuevo a quien administra el servidor; si la fecha de este dispositivo está mal, corrígela."
            )
        case .lost:
            LocalizedText(
                en:
                    "Pins were installed for this server, and the vault doesn't have them any more, or they are damaged. "
                    + "Install them again, from a file.",
                es:
                    "Se instalaron pines para este servidor y la caja fuerte ya no los tiene, o están dañados. Vuelve a "
                    + "instalarlos desde un archivo.")
        case .incomparableHost(let host):
            LocalizedText(
                en: "Whether “\(host)” is pinned can't be told: it isn't a name of a host in ASCII.",
                es: "No se puede saber si «\(host)» tiene pines: no es el nombre de un equipo en ASCII.")
        case .malformed:
            LocalizedText(
                en: "This is no document of pins.", es: "Esto no es un documento de pines.")
        case .tooLarge(let limit):
            LocalizedText(
                en: "The document has more than \(limit) bytes.", es: "El documento tiene más de \(limit) bytes.")
        case .unsigned:
            LocalizedText(
                en: "The document isn't signed by the key that is trusted here, or was changed since.",
                es: "El documento no está firmado por la clave en la que se confía aquí, o se cambió después.")
        case .unknownSigner:
            LocalizedText(
                en: "Nothing says yet whose signature counts. Name the key of whoever runs the server, which they tell "
                    + "you by another way than the document.",
                es:
                    "Nada dice aún qué firma cuenta. Indica la clave de quien administra el servidor, que te da por otra "
                    + "vía que el documento.")
        case .invalidSigner:
            LocalizedText(
                en: "This is no key of a signer: it has 43 letters, digits, hyphens and underscores.",
                es: "Esto no es la clave de un firmante: tiene 43 letras, cifras, guiones y guiones bajos.")
        case .unusable(let error): error.text
        case .overdue:
            LocalizedText(
                en:
                    "The document ended before it was installed. Ask whoever runs the server for the newest; if this "
                    + "device's date is wrong, set that right.",
                es:
                    "El documento acabó antes de instalarse. Pide el más nuevo a quien administra el servidor; si la fecha "
                    + "de este dispositivo está mal, corrígela.")
        case .notYetIssued:
            LocalizedText(
                en: "The document is issued later than now. If this device's date is wrong, set that right.",
                es: "El documento se emite más tarde que ahora. Si la fecha de este dispositivo está mal, corrígela.")
        case .older(let version, let kept):
            LocalizedText(
                en: "The document is older than the one on this device: version \(version), not above \(kept).",
                es:
                    "El documento es más antiguo que el de este dispositivo: la versión \(version) no supera la \(kept)."
            )
        case .sameVersion(let version):
            LocalizedText(
                en: "Another document of version \(version) is on this device. A new one needs a higher version.",
                es: "En este dispositivo hay otro documento de la versión \(version). Uno nuevo necesita una mayor.")
        case .ofAnotherServer(let host, let names):
            LocalizedText(
                en:
                    "The document is of another server: it says nothing of \(host), only of \(names.joined(separator: ", ")).",
                es:
                    "El documento es de otro servidor: no dice nada de \(host), solo de \(names.joined(separator: ", "))."
            )
        case .dropsHosts(let host):
            LocalizedText(
                en:
                    "The document says nothing of \(host), which is pinned here: it is of another series. A newer one names "
                    + "each host, also one that isn't pinned any more.",
                es:
                    "El documento no dice nada de \(host), que aquí está fijado: es de otra serie. Uno más nuevo nombra cada "
                    + "equipo, también el que deja de estar fijado.")
        case .storage(let obstacle): obstacle.text
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }

    fileprivate static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}

extension PinSet {
    /// What a person is told of a set that is ending.
    public var endingNotice: LocalizedText {
        LocalizedText(
            en:
                "The pins of the server's keys end on \(PinError.day(expiresAt)); then nothing is sent to it any more. Get "
                + "the newer document from whoever runs it.",
            es:
                "Los pines de las claves del servidor acaban el \(PinError.day(expiresAt)); después ya no se le envía nada. "
                + "Pide el documento nuevo a quien lo administra.")
    }
}
