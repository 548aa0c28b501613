public import CoreModels
public import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes
public import ProofOfPossessionServiceAPI
public import SQLStoreAPI

/// Begins sessions, once a person has proved who they are.
///
/// Any number of calls may run at once.
public protocol SessionIssuing: Sendable {
    /// Makes sure that a request may be answered with tokens, before anything
    /// is done for it.
    ///
    /// - Throws: 401 `dpop_proof_required` when the server grants bound tokens
    ///   only, and the request proves no key.
    func checkProof(of request: ServerRequest) throws(HTTPProblem)

    /// Lets a person in who has proved who they are, or says what is in the way.
    ///
    /// - Parameters:
    ///   - user: The person.
    ///   - way: How that was proved.
    ///   - factor: What was proved besides; nil for nothing.
    ///   - origin: By whose word; nil for nobody's. Who takes it back ends the session
    ///     by `SessionOriginEnding`.
    ///   - client: Where.
    ///   - begun: When the first step of it was; nil for just now. What is done to the
    ///     account after that voids it where a state of the account says so.
    ///   - condition: What has to hold in the transaction that begins the
    ///     session, such as that the password which was checked is still the
    ///     present one; it may write as well. What it throws undoes the
    ///     transaction.
    /// - Throws: `notAdmitted` with what to answer; `overtaken` if the condition
    ///   doesn't hold already.
    func admit(
        _ user: User, by way: WayIn, confirmedBy factor: AuthenticationMethod?, from origin: SessionOrigin?,
        on client: SessionClient, since begun: Date?,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws(SessionsError) -> Admission

    /// Lets a person in on another device, for whom a session of theirs vouches.
    ///
    /// What was proved to that session, when, and by whose word, holds for the new one
    /// as well, which is on its own otherwise. One that begins by ``WayIn/device`` has no
    /// recent proof by that, and the person is told of it each time.
    ///
    /// - Parameters:
    ///   - user: The person of that session.
    ///   - session: The session; it must not be over when the new one begins.
    ///   - way: Whether it lets in a program of its machine, or a device elsewhere.
    ///   - client: Where the new one begins.
    ///   - condition: As above; it is told which session begins.
    /// - Throws: `notAdmitted` with what to answer, 401 where a second factor is in
    ///   force that wasn't proved to the session; `overtaken` if that is over.
    func admit(
        _ user: User, vouchedForBy session: SessionID, by way: WayIn, on client: SessionClient,
        provided condition: @escaping @Sendable (SessionID, any SQLWriting) throws -> Bool
    ) async throws(SessionsError) -> Admission

    /// Begins a session with an identifier of its own and grants its first
    /// tokens, which are bound to the client's key if it proved one.
    ///
    /// When this method returns, the session is on disk.
    ///
    /// - Throws: `overtaken` if the condition of the admission doesn't hold any
    ///   more, or the gate has closed meanwhile; no session has begun then, and
    ///   nobody was told of one.
    func issueSession(
        _ admission: Admission, on client: SessionClient
    ) async throws(SessionsError) -> IssuedSession
}

extension SessionIssuing {
    /// Lets a person in who has proved who they are in one way, whatever happens
    /// meanwhile unless told.
    public func admit(
        _ user: User, by way: WayIn, from origin: SessionOrigin? = nil, on client: SessionClient,
        since begun: Date? = nil,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool = { _ in true }
    ) async throws(SessionsError) -> Admission {
        try await admit(
            user, by: way, confirmedBy: nil, from: origin, on: client, since: begun, provided: condition)
    }

    /// Lets a person in whose last step was just now.
    public func admit(
        _ user: User, by way: WayIn, confirmedBy factor: AuthenticationMethod?, from origin: SessionOrigin?,
        on client: SessionClient, provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws(SessionsError) -> Admission {
        try await admit(
            user, by: way, confirmedBy: factor, from: origin, on: client, since: nil, provided: condition)
    }
}

/// A session that has begun.
public struct IssuedSession: Sendable {
    /// The session.
    public let id: SessionID
    /// Its tokens.
    public let grant: TokenGrant
    /// Whether the account was to be deleted, which the session takes back.
    public let keepsAccount: Bool

    /// Creates a value.
    public init(id: SessionID, grant: TokenGrant, keepsAccount: Bool = false) {
        self.id = id
        self.grant = grant
        self.keepsAccount = keepsAccount
    }
}

/// The device and program that a session is used from, as it describes itself.
///
/// Nothing of it is proof of anything but the key; it is shown to the person.
public struct SessionClient: Hashable, Sendable {
    /// The name of the device, such as `Ada's laptop`; nil where it says none that can be
    /// shown.
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
    ///
    /// - Parameter device: How the device calls itself; one that may deceive is left out.
    public init(of request: ServerRequest, device: String? = nil) {
        self.device = device.flatMap(DeviceName.readable)
        userAgent = request.fields[.userAgent]
        address = request.peer.ip
        proof = request.possessionProof
    }
}
