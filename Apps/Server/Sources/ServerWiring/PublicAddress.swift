import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import Locking

/// The address under which people reach the server, and the issuer of its
/// tokens.
final class PublicAddress: Sendable {
    private let publicURL: String?
    private let listen: String
    private let scheme: String
    private let listener = Locked(Listener())

    /// Who listens, and owns the routes, which own this address.
    private struct Listener { weak var server: (any HTTPServer)? }

    /// Whether people's programs can reach a server there: the rest of an address
    /// is the server's to write.
    static func isPossible(_ url: URL) -> Bool {
        ["https", "http"].contains(url.scheme?.lowercased()) && url.user() == nil && url.query() == nil
            && url.fragment() == nil
    }

    init(_ configuration: Configuration) {
        publicURL = configuration[ServerSettings.publicURL]?.absoluteString
        listen = configuration[ServerSettings.listen]
        scheme = configuration[ServerSettings.certificate] == nil ? "http://" : "https://"
    }

    /// Takes note of who listens, to be asked for the port that the system
    /// chooses for port 0.
    func follow(_ server: any HTTPServer) {
        listener.withLock { $0.server = server }
    }

    /// The address; with port 0 before the server listens.
    var text: String {
        if let publicURL { return publicURL }
        guard listen.hasSuffix(":0"), let port = listener.current.server?.addresses.first?.port else {
            return scheme + listen
        }
        return "\(scheme)\(listen.dropLast())\(port)"
    }
}
