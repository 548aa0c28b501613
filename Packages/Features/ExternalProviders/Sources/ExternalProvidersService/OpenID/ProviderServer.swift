import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Asks a provider's addresses, with limits on what comes back and on how long it
/// takes.
struct ProviderServer: Sendable {
    let provider: Provider
    let transport: any HTTPTransport

    private static let limits = HTTPLimits(
        connect: .seconds(5), total: .seconds(10), idle: .seconds(5), maximumHeaderBytes: 16 * 1_024,
        maximumResponseBytes: 128 * 1_024)

    /// What was exchanged for a code.
    struct Tokens: Sendable {
        /// Nil for those of Facebook, mostly.
        let idToken: String?
        let accessToken: String?
    }

    func metadata() async throws(ProviderFailure) -> ProviderMetadata {
        if provider.dialect == .facebook { return try facebook() }
        guard let address = provider.discovery else { throw .malfunction(reason: "the issuer is no address") }
        let data = try await get(address, "discovery")
        do {
            return try ProviderMetadata(data, of: provider.issuer)
        } catch {
            throw error as? ProviderFailure ?? .malfunction(reason: "\(error)")
        }
    }

    func keys(at address: URL) async throws(ProviderFailure) -> Data { try await get(address, "keys") }

    /// Exchanges a code, which works once (RFC 6749, section 4.1.3; RFC 7636, section
    /// 4.5).
    func exchange(
        _ code: Secret, verifier: String, redirect: String, _ metadata: ProviderMetadata
    ) async throws(ProviderFailure) -> Tokens {
        var form = [
            ("grant_type", "authorization_code"), ("code", code.withText { $0 } ?? ""), ("redirect_uri", redirect),
            ("code_verifier", verifier),
        ]
        var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .accept: "application/json"]
        if let secret = try secret() {
            if metadata.wantsSecretInForm {
                form += [("client_id", provider.clientID), ("client_secret", secret)]
            } else {
                // Each part is encoded as in a form first (RFC 6749, section 2.3.1).
                let pair = "\(FormCoding.encode(provider.clientID)):\(FormCoding.encode(secret))"
                fields[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
            }
        } else {
            form.append(("client_id", provider.clientID))
        }
        let answer = try await send(
            HTTPRequest(
                method: .post, url: metadata.token, fields: fields, body: .bytes(Data(FormCoding.encode(form).utf8)),
                limits: Self.limits), "token")
        guard answer.status == .ok else { throw Self.refusal(answer) }
        guard let tokens = try? WireDecoder().decode(TokenAnswer.self, from: answer.body),
            tokens.id_token != nil || provider.dialect == .facebook
        else { throw .malfunction(reason: "token: no ID token") }
        return Tokens(idToken: tokens.id_token, accessToken: tokens.access_token)
    }

    private func facebook() throws(ProviderFailure) -> ProviderMetadata {
        do {
            return try .facebook()
        } catch {
            throw error as? ProviderFailure ?? .malfunction(reason: "\(error)")
        }
    }

    /// What Facebook says of the person whose token it is, to who proves to have got it.
    func facebookPerson(_ accessToken: String, _ proofs: FacebookProofs) async throws(ProviderFailure) -> PersonClaims {
        guard let secret = provider.secret, let proof = try? proofs.proof(of: accessToken, secret()) else {
            throw .clientRefused(reason: "the secret's file can't be read")
        }
        let query = FormCoding.encode([
            ("fields", "id,name,email"), ("access_token", accessToken), ("appsecret_proof", proof),
        ])
        guard let address = try facebook().userInfo.flatMap({ URL(string: $0.absoluteString + "?" + query) }) else {
            throw .malfunction(reason: "me: no address")
        }
        let data = try await get(address, "me")
        guard let claims = (try? WireDecoder().decode(FacebookPerson.self, from: data))?.claims else {
            throw .malfunction(reason: "me: no person")
        }
        return claims
    }

    /// What the provider says of the person beyond the token (OpenID Connect Core
    /// 1.0, section 5.3).
    func person(at address: URL, _ accessToken: String) async throws(ProviderFailure) -> PersonClaims {
        guard (1...8_192).contains(accessToken.utf8.count), accessToken.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else { throw .malfunction(reason: "token: no access token") }
        let data = try await get(address, "userinfo", ["Authorization": "Bearer \(accessToken)"])
        guard let claims = try? WireDecoder().decode(PersonClaims.self, from: data) else {
            throw .malfunction(reason: "userinfo: no person")
        }
        return claims
    }

    private struct TokenAnswer: Decodable {
        let id_token: String?
        let access_token: String?
    }

    private struct TokenRefusal: Decodable {
        let error: String
    }

    /// RFC 6749, section 5.2.
    private static func refusal(_ answer: HTTPResponse) -> ProviderFailure {
        if let refusal = try? WireDecoder().decode(FacebookRefusal.self, from: answer.body) { return refusal.failure }
        let word = (try? WireDecoder().decode(TokenRefusal.self, from: answer.body))?.error
        switch word {
        case "invalid_grant"?: return .codeRefused
        case "invalid_client"?, "unauthorized_client"?: return .clientRefused(reason: "token: \(word ?? "")")
        default: break
        }
        return answer.status.rawValue == 401
            ? .clientRefused(reason: "token: status 401") : unexpected(answer, "token")
    }

    private static func unexpected(_ answer: HTTPResponse, _ what: String) -> ProviderFailure {
        let reason = "\(what): status \(answer.status.rawValue)"
        return answer.status.rawValue >= 500 || answer.status == .tooManyRequests
            ? .unreachable(reason: reason) : .malfunction(reason: reason)
    }

    private func secret() throws(ProviderFailure) -> String? {
        guard let read = provider.secret else { return nil }
        guard let secret = try? read(), let text = secret.withText({ $0 }), !text.isEmpty else {
            throw .clientRefused(reason: "the secret's file can't be read")
        }
        return text
    }

    private func get(_ url: URL, _ what: String, _ more: HTTPFields = [:]) async throws(ProviderFailure) -> Data {
        var fields = more
        fields[.accept] = "application/json"
        let answer = try await send(HTTPRequest(url: url, fields: fields, limits: Self.limits), what)
        guard answer.status == .ok else { throw Self.unexpected(answer, what) }
        return answer.body
    }

    /// Nobody is sent elsewhere: an answer comes from the address that was asked.
    private func send(_ request: HTTPRequest, _ what: String) async throws(ProviderFailure) -> HTTPResponse {
        do throws(HTTPTransportError) {
            return try await transport.send(request)
        } catch {
            throw ProviderFailure(error, asking: what)
        }
    }
}

/// `application/x-www-form-urlencoded`, as it is in addresses, too.
enum FormCoding {
    static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
