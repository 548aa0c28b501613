public import Localization

/// Why a description or a document isn't a set of pins.
public enum PinSetError: Error, Hashable, Sendable {
    /// It has no number, or not one above 0.
    case invalidVersion
    /// It ends before it is issued, or lives for too long.
    case invalidLife
    /// It names none.
    case noHosts
    /// It names too many hosts.
    case tooManyHosts(limit: Int)
    /// It has too many keys for a host.
    case tooManyKeys(host: String, limit: Int)
    /// What should be a name isn't one in ASCII, or is a number.
    case invalidHost(String)
    /// A wildcard stands for the hosts of strangers.
    case wildcardTooWide(String)
    /// It names a host twice, perhaps in two spellings.
    case duplicateHost(String)
    /// What should be a pin isn't the Base64 of 32 bytes.
    case invalidPin(String, host: String)
    /// A host has no key.
    case missingPin(host: String)
    /// A host has no key for when the others are lost.
    case missingBackup(host: String)
}

extension PinSetError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .invalidVersion: "pins_version_invalid"
        case .invalidLife: "pins_dates_invalid"
        case .noHosts: "pins_host_missing"
        case .tooManyHosts, .tooManyKeys: "pins_too_many"
        case .invalidHost: "pins_host_invalid"
        case .wildcardTooWide: "pins_wildcard_too_wide"
        case .duplicateHost: "pins_host_twice"
        case .invalidPin: "pin_invalid"
        case .missingPin: "pin_missing"
        case .missingBackup: "pin_backup_missing"
        }
    }

    /// What is wrong, and what would be right.
    public var text: LocalizedText {
        switch self {
        case .invalidVersion:
            LocalizedText(
                en: "The set of pins has no version: a whole number above 0, higher than that of the set before.",
                es:
                    "El conjunto de pines no tiene versión: un número entero mayor que 0 y que el del conjunto anterior."
            )
        case .invalidLife:
            LocalizedText(
                en: "The set of pins has to end after it is issued, and at most 366 days after.",
                es: "El conjunto de pines tiene que acabar después de emitirse, y como mucho 366 días después.")
        case .noHosts:
            LocalizedText(
                en: "The set names no host. To end pinning, name each host with no pins and no backups.",
                es: "El conjunto no nombra ningún equipo. Para terminar la fijación, nombra cada equipo sin pines ni "
                    + "reservas.")
        case .tooManyHosts(let limit):
            LocalizedText(
                en: "The set of pins names more than \(limit) hosts.",
                es: "El conjunto de pines nombra más de \(limit) equipos.")
        case .tooManyKeys(let host, let limit):
            LocalizedText(
                en: "The set has more than \(limit) pins for \(host).",
                es: "El conjunto tiene más de \(limit) pines para \(host).")
        case .invalidHost(let host):
            LocalizedText(
                en:
                    "“\(host)” is no name of a host: pins are for names in ASCII, such as xn--bcher-kva.example, without "
                    + "a port, and not for numbers.",
                es: "«\(host)» no es el nombre de un equipo: los pines son para nombres en ASCII, como "
                    + "xn--bcher-kva.example, sin puerto, y no para números.")
        case .wildcardTooWide(let host):
            LocalizedText(
                en: "“\(host)” is too wide: a wildcard has at least two names after it, as in *.example.com.",
                es: "«\(host)» es demasiado amplio: un comodín lleva al menos dos nombres detrás, como *.example.com.")
        case .duplicateHost(let host):
            LocalizedText(
                en: "The set names \(host) twice.", es: "El conjunto nombra \(host) dos veces.")
        case .invalidPin(let pin, let host):
            LocalizedText(
                en: "“\(pin.prefix(60))” for \(host) is no pin: one is the Base64 of a SHA-256, 44 characters.",
                es: "«\(pin.prefix(60))» para \(host) no es un pin: lo es el Base64 de un SHA-256, 44 caracteres.")
        case .missingPin(let host):
            LocalizedText(
                en: "The set has no pin for \(host).", es: "El conjunto no tiene ningún pin para \(host).")
        case .missingBackup(let host):
            LocalizedText(
                en: "The set has no backup pin for \(host): the pin of a key that isn't in use and is kept elsewhere.",
                es:
                    "El conjunto no tiene un pin de reserva para \(host): el de una clave que no se usa y se guarda aparte."
            )
        }
    }
}
