public import HTTPServingAPI
import HTTPTypes
public import ProofOfPossessionServiceAPI

/// The device and program that a session is used from, as it describes itself.
///
/// Nothing of it is proof of anything but the key; it is shown to the person.
public struct SessionClient: Hashable, Sendable {
    /// The name of the device, such as `Ada's laptop`.
    public let device: String?
    /// The `User-Agent` of the program.
    public let userAgent: String?
    /// The address of the network that it comes from.
    public let address: IPAddress?
    /// What it proved; nil if nothing.
    public let proof: PossessionProof?

    /// The name of the key that it proved to hold (RFC 7638); nil if none.
    public var keyThumbprint: String? { proof?.keyThumbprint }

    /// Creates a description.
    public init(
        device: String? = nil, userAgent: String? = nil, address: IPAddress? = nil, keyThumbprint: String? = nil
    ) {
        self.device = device
        self.userAgent = userAgent
        self.address = address
        proof = keyThumbprint.map { PossessionProof(keyThumbprint: $0) }
    }

    /// Describes who sent a request.
    public init(of request: ServerRequest, device: String? = nil) {
        self.device = device
        userAgent = request.fields[.userAgent]
        address = request.peer.ip
        proof = request.possessionProof
    }
}
