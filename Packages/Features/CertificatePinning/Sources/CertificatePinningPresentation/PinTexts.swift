import CertificatePinningAPI
import ConsoleAPI
import Localization

/// What the commands about pins say.
enum PinTexts {
    static let install = NextStepPlace(
        .installPins,
        LocalizedText(
            en: "Install the newer document, without a connection: essential pins install FILE",
            es: "Instala el documento nuevo, sin conexión: essential pins install ARCHIVO"))
    static let installByKey = NextStepPlace(
        .installPinsByKey,
        LocalizedText(
            en:
                "Ask whoever runs the server for the document and for the key that signs it, by another way than the "
                + "document: essential pins install FILE --key KEY",
            es:
                "Pide a quien administra el servidor el documento y, por otra vía, la clave que lo firma: essential pins "
                + "install ARCHIVO --key CLAVE"))
    static let installElsewhere = NextStepPlace(
        .installPinsElsewhere,
        LocalizedText(
            en: "Name the server that the document is for: essential --server URL pins install FILE --key KEY",
            es:
                "Indica el servidor al que corresponde el documento: essential --server URL pins install ARCHIVO --key "
                + "CLAVE"))
    static let check = NextStepPlace(
        .checkPins,
        LocalizedText(
            en: "See which key it has: essential pins check", es: "Mira qué clave tiene: essential pins check"))

    static let summary = LocalizedText(
        en: "See which keys the server may have", es: "Muestra qué claves puede tener el servidor")
    static let discussion = LocalizedText(
        en: """
            Whoever runs a server can sign a document of the keys that it has. Once it is installed, this device sends \
            nothing to a host that has another one, whatever its certificate says. The document ends some day; from 30 days \
            before, a warning says so, and after it nothing is sent until a newer one is installed.
            """,
        es: """
            Quien administra un servidor puede firmar un documento con las claves que tiene. Una vez instalado, este \
            dispositivo no envía nada a un equipo que tenga otra, diga lo que diga su certificado. El documento acaba algún \
            día; desde 30 días antes se avisa, y después no se envía nada hasta instalar uno más nuevo.
            """)
    static let example = LocalizedText(en: "what is pinned", es: "lo que está fijado")
    static let nothing = LocalizedText(
        en: "Nothing is pinned for this server: any certificate counts that an authority vouches for.",
        es: "No hay nada fijado para este servidor: cuenta cualquier certificado que avale una autoridad.")
    static let noHosts = LocalizedText(
        en: "The set ended pinning: any certificate counts that an authority vouches for.",
        es: "El conjunto terminó la fijación: cuenta cualquier certificado que avale una autoridad.")
    static let released = LocalizedText(en: "not pinned any more", es: "ya no está fijado")
    static let version = LocalizedText(en: "Version", es: "Versión")
    static let issued = LocalizedText(en: "Issued", es: "Emitida")
    static let ends = LocalizedText(en: "Ends", es: "Acaba")
    static let signer = LocalizedText(en: "Signed by", es: "Firmada por")
    static let pin = LocalizedText(en: "Pin", es: "Pin fijado")
    static let backup = LocalizedText(en: "Backup", es: "De reserva")
    static let ending = LocalizedText(
        en: "The pins end soon. Get the newer document from whoever runs the server.",
        es: "Los pines acaban pronto. Pide el documento nuevo a quien administra el servidor.")
    static let expired = LocalizedText(
        en: "The pins have ended: nothing is sent to these hosts until a newer document is installed.",
        es: "Los pines han acabado: no se envía nada a estos equipos hasta instalar un documento más nuevo.")

    // MARK: Installing

    static let installSummary = LocalizedText(
        en: "Take a signed document of the server's keys", es: "Toma un documento firmado con las claves del servidor")
    static let installDiscussion = LocalizedText(
        en: """
            Pins are those of one server: --server names it, unless it is the one that is used already. The first time, --key names whose signature counts: ask whoever runs the server, by another way than the one \
            the document came by. From then on a document is taken if it is signed by that key and newer. With --key \
            another key takes its place. The document is a file, or at an address of https; nothing is asked of the server.
            """,
        es: """
            Los pines son de un servidor: --server lo indica, si no es el que ya se usa. La primera vez, --key indica qué firma cuenta: pregúntala a quien administra el servidor, por otra vía que la \
            del documento. Desde entonces se acepta un documento si lo firma esa clave y es más nuevo. Con --key la \
            sustituye otra. El documento es un archivo o está en una dirección https; no se pregunta nada al servidor.
            """)
    static let installExample = LocalizedText(en: "the first time", es: "la primera vez")
    static let fileArgument = LocalizedText(
        en: "The signed document: a file, or its address of https",
        es: "El documento firmado: un archivo o su dirección https")
    static let keyOption = LocalizedText(
        en: "Whose signature counts from now on", es: "Qué firma cuenta a partir de ahora")
    static let onlyEncrypted = LocalizedText(
        en: "A document is read from a file or an address of https, and not of http.",
        es: "Un documento se lee de un archivo o de una dirección https, no de http.")
    static let unchanged = LocalizedText(
        en: "The pins on this device stay as they are.", es: "Los pines de este dispositivo no cambian.")

    static func installed(_ version: Int) -> LocalizedText {
        LocalizedText(
            en: "Version \(version) holds from now on.", es: "La versión \(version) vale a partir de ahora.")
    }

    // MARK: Looking

    static let showSummary = LocalizedText(
        en: "Print the pins of the keys that a host's certificates have",
        es: "Imprime los pines de las claves que tienen los certificados de un equipo")
    static let showDiscussion = LocalizedText(
        en: """
            A pin is the Base64 of the SHA-256 of a public key (SubjectPublicKeyInfo). The host's own comes first, and it \
            is the one that is compared. The certificates are verified, and nothing is sent to the host; it may be one \
            whose key isn't the pinned one.
            """,
        es: """
            Un pin es el Base64 del SHA-256 de una clave pública (SubjectPublicKeyInfo). La del propio equipo va primero, y \
            es la que se compara. Los certificados se verifican y no se envía nada al equipo; puede ser uno cuya clave no \
            sea la fijada.
            """)
    static let showExample = LocalizedText(en: "for a description of pins", es: "para una descripción de pines")
    static let hostArgument = LocalizedText(en: "A host, perhaps with its port", es: "Un equipo, quizá con su puerto")
    static let anyHostArgument = LocalizedText(
        en: "A host, perhaps with its port (else the server)", es: "Un equipo, quizá con su puerto (si no, el servidor)"
    )
    static let own = LocalizedText(en: "Its own", es: "La suya")
    static let authority = LocalizedText(en: "Authority", es: "Autoridad")

    static let checkSummary = LocalizedText(
        en: "See whether a host has a pinned key", es: "Comprueba si un equipo tiene una clave fijada")
    static let checkDiscussion = LocalizedText(
        en:
            "It asks the host for its certificates, and sends it nothing. The status is 1 if nothing would be sent to it.",
        es: "Pide al equipo sus certificados y no le envía nada. El estado es 1 si no se le enviaría nada.")
    static let checkExample = LocalizedText(en: "the server", es: "el servidor")

    static func verdict(_ verdict: ChainVerdict, _ host: String) -> LocalizedText {
        switch verdict {
        case .pinned:
            LocalizedText(en: "\(host) has a pinned key.", es: "\(host) tiene una clave fijada.")
        case .backup:
            LocalizedText(
                en: "\(host) has its backup key. A newer document with another backup is due.",
                es: "\(host) tiene su clave de reserva. Hace falta un documento nuevo con otra reserva.")
        case .backupServed:
            LocalizedText(
                en:
                    "\(host) has a pinned key, but a backup is the key of an authority in its chain, which doesn't help.",
                es:
                    "\(host) tiene una clave fijada, pero una reserva es la clave de una autoridad de su cadena, lo que no "
                    + "sirve.")
        case .mismatch:
            LocalizedText(
                en: "\(host) has a key that isn't pinned: nothing is sent to it.",
                es: "\(host) tiene una clave que no está fijada: no se le envía nada.")
        }
    }

    static func notPinned(_ host: String) -> CommandFailure {
        CommandFailure(
            code: "not_pinned",
            message: LocalizedText(
                en: "No pins are installed for \(host).", es: "No hay pines instalados para \(host)."),
            nextSteps: [.installPins])
    }
}
