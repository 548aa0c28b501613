import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import ServerKeysAPI

/// What tells a request with a key from others.
///
/// Each mark is a code under a key that is not in the database, so that whoever
/// reads the database can't try addresses or passwords.
struct RequestMarks: Hashable, Sendable {
    /// The client's key, among those of the account; of strangers, among all of
    /// theirs, since who asks from elsewhere is often the same.
    let key: Data
    /// Who asks: the account, or the network.
    let client: Data
    /// What is asked: method, path, query, type and body.
    let request: Data
    /// Names what is asked for.
    let operation: UUID
}

/// Makes the marks of requests.
struct RequestMarking: Sendable {
    let serverKeys: any ServerKeyProviding
    let authentication: any MessageAuthenticating

    func marks(
        of request: ServerRequest, body: Data, key: IdempotencyKey, owner: RequestOwner
    ) async throws -> RequestMarks {
        let secret = try await serverKeys.key(for: .marks)
        func mark(_ parts: [Data]) throws -> Data { try code(of: parts, using: secret) }
        func mark(_ texts: String...) throws -> Data { try mark(texts.map { Data($0.utf8) }) }
        let asked =
            [request.method.rawValue, request.path, request.fields[.contentType] ?? ""]
            + request.query.items.flatMap { [$0.name, $0.value] }
        let requestMark = try mark([Data("request".utf8)] + asked.map { Data($0.utf8) } + [body])
        let account: String, holder: String, client: Data
        switch owner {
        case .account(let name):
            (account, holder) = (name, "")
            client = try mark("account", name)
        case .stranger(let key):
            (account, holder) = ("", key ?? "")
            client = try mark("network", request.peer.ip.client.description)
        }
        return RequestMarks(
            key: try mark("key", account, holder, key.text), client: client, request: requestMark,
            operation: Self.identifier(
                try mark([Data("operation".utf8), Data(account.utf8), Data(key.text.utf8), requestMark])))
    }

    /// Names what is asked for by who asks, where and with which key; the body
    /// is not looked at.
    func operation(of request: ServerRequest, key: IdempotencyKey, owner: RequestOwner) async throws -> UUID {
        let name =
            switch owner {
            case .account(let name): ["account", name]
            case .stranger(let holder): ["stranger", holder ?? "", request.peer.ip.client.description]
            }
        let parts = ["upload", request.method.rawValue, request.path] + name + [key.text]
        return Self.identifier(
            try code(of: parts.map { Data($0.utf8) }, using: try await serverKeys.key(for: .marks)))
    }

    private func code(of parts: [Data], using secret: any SymmetricKey) throws -> Data {
        try authentication.authenticationCode(for: Self.joined(parts), using: secret)
    }

    /// The parts in a form in which no other parts have it.
    private static func joined(_ parts: [Data]) -> Data {
        parts.reduce(into: Data()) { whole, part in
            unsafe withUnsafeBytes(of: UInt64(part.count).bigEndian) { unsafe whole.append(contentsOf: $0) }
            whole.append(part)
        }
    }

    /// A UUID of version 8 (RFC 9562, section 5.8).
    private static func identifier(_ code: Data) -> UUID {
        var bytes = Array(code.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

extension ServerKeyPurpose {
    fileprivate static let marks = ServerKeyPurpose("idempotency.marks.1")
}
