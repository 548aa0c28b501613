public import FoundationEssentials
public import PluginKit
public import Presenting

/// Says which public keys a host may have.
///
/// The transport asks before each request, also on the way of a redirect, and sends nothing to a host that has another
/// key: that is found out within the connection, before a byte of the request leaves. The certificate is verified in any
/// case, as without pins.
public protocol HostPinning: Sendable {
    /// The keys of a host.
    ///
    /// Any number of calls may run at once. It is asked for each request, so it should know.
    ///
    /// - Parameter host: A name or a number as it stands in an address, without brackets.
    func pins(of host: String) async -> HostPins
}

/// Which public keys a host may have.
public enum HostPins: Sendable, Hashable {
    /// Whichever its certificate has.
    case any
    /// One of these; whoever asked is told of any other one by the obstacle.
    case keys(Set<PublicKeyPin>, otherwise: Obstacle)
    /// None at present: nothing is sent to the host.
    case none(Obstacle)
}

/// Collects who has pins of hosts; the first of several that has any for a host decides.
public enum HostPinnings: ExtensionPoint {
    /// Who has some.
    public typealias Value = any HostPinning
}

/// Shows which certificates a server has.
public protocol CertificateShowing: Sendable {
    /// The certificates that a server sends, in DER, its own first.
    ///
    /// They are verified as for a request; pins aren't asked for. Nothing is sent once the connection is secure.
    ///
    /// - Throws: ``HTTPTransportError``; `invalidRequest` for a server that isn't asked by https.
    func certificates(of server: ServerAddress) async throws(HTTPTransportError) -> [Data]
}
