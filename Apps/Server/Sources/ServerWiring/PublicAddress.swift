package import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import Locking

/// The address under which people reach the server, and the issuer of its
/// tokens.
package final class PublicAddress: Sendable {
    private let publicURL: String?
    private let listen: String
    private let scheme: String
    private let listener = Locked(Listener())

    /// Who listens, and owns the routes, which own this address.
    private struct Listener { weak var server: (any HTTPServer)? }

    package init(_ configuration: Configuration) {
        publicURL = configuration[HTTPServingSection.publicURL]?.absoluteString
        listen = configuration[HTTPServingSection.listen]
        scheme = configuration[HTTPServingSection.certificate] == nil ? "http://" : "https://"
    }

    /// Takes note of who listens, to be asked for the port that the system
    /// chooses for port 0.
    func follow(_ server: any HTTPServer) {
        listener.withLock { $0.server = server }
    }

    /// The address by which somebody reached the server, where the operator names none.
    func text(reachedAt named: String?) -> String { publicURL ?? named ?? text }

    /// The address; with port 0 before the server listens.
    var text: String {
        if let publicURL { return publicURL }
        guard listen.hasSuffix(":0"), let port = listener.current.server?.addresses.first?.port else {
            return scheme + listen
        }
        return "\(scheme)\(listen.dropLast())\(port)"
    }
}
