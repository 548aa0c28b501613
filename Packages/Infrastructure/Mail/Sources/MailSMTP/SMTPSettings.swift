import AtomicFiles
public import CoreModels
import CurlKit
import FoundationEssentials
import Glibc

/// Which mail server takes the letters, and how it is reached.
public struct SMTPSettings: Sendable {
    /// How the connection is protected.
    public enum Security: String, CaseIterable, Sendable {
        /// It begins in the clear and goes over to TLS, or ends (RFC 3207).
        case starttls
        /// It is TLS from the beginning (RFC 8314, section 3.3).
        case tls
        /// It isn't; only to this machine.
        case none

        /// The port that is usual for it: 587, 465 and 25.
        public var usualPort: Int {
            switch self {
            case .starttls: 587
            case .tls: 465
            case .none: 25
            }
        }
    }

    /// The name or the address of the server.
    public let host: String
    /// Its port.
    public let port: Int
    /// How the connection is protected.
    public let security: Security
    /// The name and the password; nil for a server that wants none.
    public let login: Login?
    /// A file in PEM of the certificate authorities to trust instead of those
    /// of the system.
    public let authorityFile: String?
    /// How long one delivery may take.
    public let timeout: Duration

    /// A name and a password.
    public struct Login: Sendable {
        /// The name.
        public let name: String
        /// The password.
        public let password: Password

        /// Creates a login.
        public init(name: String, password: Password) {
            self.name = name
            self.password = password
        }
    }

    /// Where the password comes from.
    public enum Password: Sendable {
        /// It is this.
        case value(Secret)
        /// It is the first line of a file, read whenever it is needed.
        case file(String)

        func read() throws(FileError) -> Secret {
            switch self {
            case .value(let password): return password
            case .file(let path):
                guard let data = try AtomicFile(path: path).contents(limit: 4_096) else {
                    throw FileError(call: "open", path: path, code: ENOENT)
                }
                return Secret(data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
            }
        }
    }

    /// Creates settings, or answers nil where the host isn't one, or where mail
    /// would leave this machine unprotected.
    public init?(
        host: String, port: Int? = nil, security: Security = .starttls, login: Login? = nil,
        authorityFile: String? = nil, timeout: Duration = .seconds(60)
    ) {
        let isHost =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
        guard isHost, security != .none || CurlURL.isLoopback(host) else { return nil }
        self.host = host
        self.port = port ?? security.usualPort
        self.security = security
        self.login = login
        self.authorityFile = authorityFile
        self.timeout = timeout
    }

    var url: String {
        let scheme = security == .tls ? "smtps" : "smtp"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
