public import FoundationEssentials
public import HTTPTransportAPI

/// The public key by which documents are signed: 32 bytes of Ed25519 in base64url (RFC 8037, section 2).
public struct PinSigner: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The key, 43 characters.
    public let description: String

    /// Takes a key as it stands; whether it is one shows when a signature is checked.
    public init(_ key: String) { description = key }

    /// Reads it as one text.
    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes it as one text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The pins that this device keeps for a server.
public struct KeptPins: Hashable, Sendable {
    /// Whose documents are taken.
    public let signer: PinSigner
    /// The newest set.
    public let set: PinSet

    /// Creates a value.
    public init(signer: PinSigner, set: PinSet) {
        self.signer = signer
        self.set = set
    }
}

/// Keeps the pins of one server, and takes newer ones.
public protocol PinKeeping: Sendable {
    /// What is kept; nil if there is nothing.
    ///
    /// - Throws: `lost` if there were pins, and `storage`.
    func kept() async throws(PinError) -> KeptPins?

    /// Takes a document, if it is signed and newer than what is kept; durably, before the call returns.
    ///
    /// Of several calls at once, in one process or many, the newest document stays. What was kept before holds until then,
    /// also after the end of the process at any moment. The same document again changes nothing. It has to name the
    /// server that is in use, and each host that is pinned already; one that releases all hosts ends pinning.
    ///
    /// - Parameters:
    ///   - document: The signed document.
    ///   - signer: Whose signature counts from now on; nil for whose counts already. With one, a document also takes the
    ///     place of pins that are damaged.
    /// - Returns: What is kept now.
    /// - Throws: ``PinError`` of documents, `storage`.
    func install(_ document: Data, signedBy signer: PinSigner?) async throws(PinError) -> KeptPins
}

/// Brings documents of pins from wherever somebody published them.
public protocol PinDocumentLoading: Sendable {
    /// What is at an address; nobody has looked at it yet, and whoever sends it need not be trusted.
    ///
    /// - Throws: ``HTTPTransportError``; `invalidResponse` where there is nothing, `tooLarge` for what is no document.
    func document(at address: URL) async throws(HTTPTransportError) -> Data
}

/// Shows the pins of the keys that a server's certificates have.
public protocol ChainShowing: Sendable {
    /// The pins of the chain that a server sends, its own first: that one is compared.
    ///
    /// The certificates are verified; nothing is sent to the server.
    func pins(of server: ServerAddress) async throws(HTTPTransportError) -> [PublicKeyPin]
}
