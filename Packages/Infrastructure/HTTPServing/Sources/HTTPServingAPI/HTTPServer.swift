public import ConfigurationAPI
public import Localization
public import PluginKit
public import Presenting

/// A server that listens between start and stop.
public protocol HTTPServer: AnyObject, Sendable {
    /// The addresses it is bound to, with the ports that the system chose;
    /// empty while the server isn't listening.
    var addresses: [SocketAddress] { get }
    /// Whether connections are encrypted.
    var isSecure: Bool { get }
}

/// Why a server couldn't start.
public enum HTTPServingError: SettingsError, Hashable {
    /// Another program listens on the port.
    case portInUse(host: String, port: Int)
    /// The port needs a right that the program doesn't have.
    case notPermitted(host: String, port: Int)
    /// The host isn't an address of this machine, or the port isn't one.
    case badAddress(host: String, port: Int, reason: LocalizedText)
    /// The certificate or the key can't be used.
    case tls(reason: LocalizedText)
    /// Whoever is on the machine may read the private key, or write it.
    case exposedKey(path: String)
    /// The system refused for another reason.
    case system(reason: LocalizedText)

    /// `tls` or `cannot_listen`.
    public var code: String {
        switch self {
        case .tls, .exposedKey: "tls"
        case .portInUse, .notPermitted, .badAddress, .system: "cannot_listen"
        }
    }

    /// The machine doesn't let the server do what was set.
    public var nature: FailureNature { .refused }

    /// The files of TLS, or the address to listen on.
    public var settings: Set<String> {
        switch self {
        case .tls, .exposedKey: [HTTPServingSection.certificate.name, HTTPServingSection.privateKey.name]
        case .portInUse, .notPermitted, .badAddress, .system: [HTTPServingSection.listen.name]
        }
    }

    /// What went wrong and what to do about it.
    public var text: LocalizedText {
        switch self {
        case .portInUse(let host, let port):
            LocalizedText(
                en: "Port \(port) on \(host) is in use. Stop the program that listens on it, or choose another port.",
                es: "El puerto \(port) de \(host) está ocupado. Detén el programa que lo usa o elige otro puerto.")
        case .notPermitted(let host, let port):
            LocalizedText(
                en: "Listening on port \(port) of \(host) is not permitted. Choose a port from 1024 on, "
                    + "or give the program the capability CAP_NET_BIND_SERVICE.",
                es: "No se permite escuchar en el puerto \(port) de \(host). Elige un puerto a partir del 1024 "
                    + "o da al programa la capacidad CAP_NET_BIND_SERVICE.")
        case .badAddress(let host, let port, let reason):
            LocalizedText(
                en: "Cannot listen on \(host), port \(port): \(reason.english). Use an address of this machine, "
                    + "such as 127.0.0.1, and a port from 0 to 65535.",
                es:
                    "No se puede escuchar en \(host), puerto \(port): \(reason.spanish). Usa una dirección de este equipo, "
                    + "como 127.0.0.1, y un puerto de 0 a 65535.")
        case .tls(let reason):
            LocalizedText(
                en: "TLS cannot be set up: \(reason.english). Check that both files are PEM and that the key belongs "
                    + "to the certificate.",
                es: "No se puede preparar TLS: \(reason.spanish). Comprueba que ambos archivos son PEM y que la clave "
                    + "corresponde al certificado.")
        case .exposedKey(let path):
            LocalizedText(
                en: "Everybody on this machine may use the private key of TLS. `chmod o= \(path)` ends that. "
                    + "If others work here, replace certificate and key, too.",
                es: "Cualquiera en este equipo puede usar la clave privada de TLS. `chmod o= \(path)` lo evita. "
                    + "Si aquí trabajan otros, cambia también el certificado y la clave.")
        case .system(let reason):
            LocalizedText(
                en: "The server cannot start: \(reason.english).",
                es: "El servidor no puede arrancar: \(reason.spanish).")
        }
    }
}

extension HTTPServingError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}

extension HTTPServingError: MendableError {
    /// Finds out who has the port, closes the key to others, or shows what is in the files.
    public var remedy: ShellCommand? {
        switch self {
        case .portInUse(_, let port): "ss --listening --tcp --numeric --processes 'sport = :\(port)'"
        case .notPermitted: "systemctl edit essentiald"
        case .badAddress: "ip address show"
        case .tls: "openssl x509 -in CERTIFICATE -noout -pubkey && openssl pkey -in KEY -pubout"
        case .exposedKey(let path): "chmod o= \(path)"
        case .system: nil
        }
    }
}
