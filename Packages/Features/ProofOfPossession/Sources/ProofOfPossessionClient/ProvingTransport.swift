import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Locking
import ProofOfPossessionContract
import TelemetryAPI

/// Proves to the person's own server that requests come from the key of this
/// device: those with a token that is bound to it, and those that change
/// something (RFC 9449).
///
/// Without a key, requests pass as they are.
struct ProvingTransport: HTTPTransport {
    private static let field = HTTPFieldName(ProofContract.field)
    private static let nonceField = HTTPFieldName(ProofContract.nonceField)

    let transport: any HTTPTransport
    let server: ServerAddress
    let keys: VaultDeviceKeys
    let time: ServerTime
    let random: any RandomSource
    let hashing: any Hashing
    let logger: Logger
    /// What the server wants to see in the next proof.
    let nonce = Locked<String?>(nil)

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await perform(request, { ($0.status, $0.fields) }) { request throws(HTTPTransportError) in
            try await transport.send(request)
        }
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await perform(request, { ($0.status, $0.fields) }) { request throws(HTTPTransportError) in
            try await transport.download(request, toFile: path, progress: progress)
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await perform(request, { ($0.status, $0.fields) }) { request throws(HTTPTransportError) in
            try await transport.stream(request)
        }
    }

    private func perform<Answer>(
        _ request: HTTPRequest, _ head: (Answer) -> (HTTPStatus, HTTPFields),
        _ send: (HTTPRequest) async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        guard server.contains(request.url), request.fields[Self.field] == nil else { return try await send(request) }
        let token = request.boundToken
        guard token != nil || request.changesSomething,
            // Tokens are asked for seldom, and with the key that the next
            // process will find.
            let key = token == nil ? await keys.currentKey() : await keys.key()
        else { return try await send(request) }

        let answer = try await send(proving(request, token, with: key))
        let (status, fields) = head(answer)
        if let nonce = fields[Self.nonceField] { self.nonce.withLock { $0 = nonce } }
        guard status == .unauthorized || status == .badRequest,
            let next = await keyForRetry(of: request, token, after: fields, key)
        else { return answer }
        return try await send(proving(request, token, with: next))
    }

    private func proving(_ request: HTTPRequest, _ token: String?, with key: DeviceKey) -> HTTPRequest {
        do {
            var request = request
            request.fields[Self.field] = try key.proof(
                ProofClaims(
                    identifier: try random.text(byteCount: 16), method: request.method.rawValue,
                    address: String(request.url.absoluteString.prefix { $0 != "?" && $0 != "#" }),
                    issuedAt: time.current.timeIntervalSince1970.rounded(.down),
                    accessTokenDigest: try token.map { Base64URL.encode(try hashing.sha256(Data($0.utf8))) },
                    nonce: nonce.current))
            return request
        } catch {
            logger.error("no proof for a request", ["reason": "\(error)"])
            return request
        }
    }

    /// The key with which a refused request is sent once more; nil if that
    /// would change nothing or could do something twice.
    private func keyForRetry(
        of request: HTTPRequest, _ token: String?, after fields: HTTPFields, _ key: DeviceKey
    ) async -> DeviceKey? {
        let errors = Set(fields.challenges.compactMap(\.error))
        // RFC 9449, section 8: refused for want of the nonce alone.
        if errors.contains(ProofContract.useNonce) { return fields[Self.nonceField].map { _ in key } }
        if errors.contains(ProofContract.invalidProof) {
            // With a wrong clock all copies of the request were refused. Else
            // it may have arrived twice, and been carried out once.
            return time.correct(by: fields[.date]) || request.isRepeatable ? key : nil
        }
        // Another process may have logged in meanwhile, with another key.
        guard token != nil, errors.contains("invalid_token"), let current = await keys.currentKey(),
            current.thumbprint != key.thumbprint
        else { return nil }
        return current
    }
}

extension HTTPRequest {
    /// The access token, if it is one that is bound to a key.
    fileprivate var boundToken: String? {
        guard let credentials = fields[.authorization],
            let space = credentials.utf8.firstIndex(of: UInt8(ascii: " ")), credentials[..<space].lowercased() == "dpop"
        else { return nil }
        return String(credentials[credentials.index(after: space)...])
    }

    fileprivate var changesSomething: Bool {
        ![.get, .head, .options].contains(method)
    }

    /// Whether it does no more when it comes twice (RFC 9110, section 9.2.2).
    fileprivate var isRepeatable: Bool {
        [.get, .head, .put, .delete, .options].contains(method) || fields[.idempotencyKey] != nil
    }
}
