import CoreModels
package import Localization
import Presenting

/// Where a database is, as its URL says.
struct PostgresAddress: Hashable, Sendable {
    struct Host: Hashable, Sendable {
        /// A name, an address, or the folder of a socket.
        let name: String
        let port: Int

        /// Whether nobody else can listen to what is sent there.
        var isThisMachine: Bool {
            name.hasPrefix("/") || name == "localhost" || name == "::1"
                || name.hasPrefix("127.") && name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        }
    }

    let hosts: [Host]
    let user: String?
    let database: String
    /// What the library calls `sslmode`, `sslrootcert` and so on.
    let options: [String: String]

    private static let schemes = ["postgresql://", "postgres://"]
    private static let usualPort = 5432
    private static let knownOptions: Set<String> = ["sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "host"]

    /// Reads a URL (postgresql.org/docs/15/libpq-connect.html, section 34.1.1.2).
    init(_ url: String) throws(PostgresAddressError) {
        guard let scheme = Self.schemes.first(where: url.hasPrefix) else { throw .notOne }
        let (address, query) = Self.halves(of: url.dropFirst(scheme.count), at: "?")
        let (authority, path) = Self.halves(of: address, at: "/")
        let at = authority.lastIndex(of: "@")
        let user = at.map { authority[..<$0] }
        // It would be in the configuration, in the environment or in the list of processes.
        guard user?.contains(":") != true else { throw .password }
        let options = try Self.options(query ?? "")
        let names = at.map { authority[authority.index(after: $0)...] } ?? authority
        if let folder = options["host"] {
            // The library would read several hosts in it, of which the others may be anywhere.
            guard folder.hasPrefix("/"), !folder.contains(","), names.isEmpty else { throw .notOne }
            hosts = [Host(name: folder, port: Self.usualPort)]
        } else {
            hosts = try Self.hosts(names)
        }
        guard let database = try path.map(Self.decoded), !database.isEmpty, !database.contains("/") else {
            throw .notOne
        }
        self.user = try user.map(Self.decoded)
        self.database = database
        self.options = options.filter { $0.key != "host" }
        try check()
    }

    private func check() throws(PostgresAddressError) {
        guard let far = hosts.first(where: { !$0.isThisMachine }) else { return }
        guard options["sslmode", default: "verify-full"] == "verify-full" else { throw .unprotected(far.name) }
    }

    /// What others may read: without the user.
    var name: String {
        "postgresql://\(hosts.map { "\($0.name):\($0.port)" }.joined(separator: ","))/\(database)"
    }

    // MARK: - Parts

    private static func halves(of text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let place = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }

    private static func decoded(_ text: Substring) throws(PostgresAddressError) -> String {
        var bytes: [UInt8] = [], rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(UInt8.init(hexadecimalDigit:)),
                let low = rest.popFirst().flatMap(UInt8.init(hexadecimalDigit:)), high | low != 0
            else { throw .notOne }
            bytes.append(high << 4 | low)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .notOne }
        return decoded
    }

    private static func hosts(_ text: Substring) throws(PostgresAddressError) -> [Host] {
        var hosts: [Host] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isBracketed = part.hasPrefix("[")
            let end = isBracketed ? part.firstIndex(of: "]") : part.firstIndex(of: ":")
            let name = isBracketed ? part[..<(end ?? part.startIndex)].dropFirst() : part[..<(end ?? part.endIndex)]
            let rest = end.map { part[$0...].drop { $0 == "]" } } ?? ""
            guard let port = rest.isEmpty ? usualPort : Int(rest.dropFirst()), (1...65535).contains(port),
                rest.isEmpty || rest.hasPrefix(":")
            else { throw .notOne }
            let decoded = try decoded(name)
            guard !decoded.isEmpty, !decoded.contains(",") else { throw .notOne }
            hosts.append(Host(name: decoded, port: port))
        }
        return hosts
    }

    private static func options(_ query: Substring) throws(PostgresAddressError) -> [String: String] {
        var options: [String: String] = [:]
        for part in query.split(separator: "&") {
            let (name, value) = halves(of: part, at: "=")
            if name == "password" { throw .password }
            guard knownOptions.contains(String(name)) else { throw .unknownOption(String(name)) }
            options[String(name)] = try decoded(value ?? "")
        }
        return options
    }
}

/// Why a URL can't be used.
package enum PostgresAddressError: Error, Hashable, Sendable {
    /// It is no URL of a database.
    case notOne
    /// It holds a password.
    case password
    /// It says something that isn't understood.
    case unknownOption(String)
    /// What is sent to this host could be read or changed on the way.
    case unprotected(String)

    /// What is wrong with it and what would be right.
    package var text: LocalizedText {
        switch self {
        case .notOne:
            LocalizedText(
                en:
                    "Write it like postgresql://USER@HOST:5432/DATABASE, or postgresql://USER@/DATABASE?host=/run/postgresql.",
                es:
                    "Escríbela como postgresql://USUARIO@HOST:5432/BASE, o postgresql://USUARIO@/BASE?host=/run/postgresql."
            )
        case .password:
            LocalizedText(
                en:
                    "A password doesn't belong into the URL. Write it into a file, and name that by database.password_file.",
                es: "La contraseña no va en la URL. Escríbela en un archivo e indícalo con database.password_file.")
        case .unknownOption(let name):
            LocalizedText(
                en:
                    "“\(name)” isn't understood in the URL; host, sslmode, sslrootcert, sslcert, sslkey and sslcrl are.",
                es: "No se entiende “\(name)” en la URL; sí host, sslmode, sslrootcert, sslcert, sslkey y sslcrl.")
        case .unprotected(let host):
            LocalizedText(
                en: "What is sent to \(host) has to be protected: leave sslmode out, or set it to verify-full.",
                es: "Lo que se envía a \(host) tiene que ir protegido: quita sslmode o ponlo en verify-full.")
        }
    }
}
