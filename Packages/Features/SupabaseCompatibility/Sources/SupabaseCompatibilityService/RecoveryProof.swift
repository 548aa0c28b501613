import CoreModels
import CryptographyAPI
import FoundationEssentials

/// A mailed code with its address, or the token of a mailed link, as somebody showed it.
///
/// Supabase begins a session with it, in which a password is chosen. Here it begins none: that a
/// message was read is no second factor, and takes no hold of anything before a password is set.
/// What the client gets in place of an access token is the proof itself, which it knows already;
/// with a password it is shown once more, and judged then.
struct RecoveryProof: Codable, Sendable {
    private let email: String?
    private let code: String?
    private let link: String?

    private static let prefix = "recovery."

    /// - Returns: Nil where neither a code with its address nor a link was sent.
    init?(_ request: SupabaseRequest) {
        guard request.tokenHash != nil || request.token != nil && request.email != nil else { return nil }
        link = request.tokenHash
        email = link == nil ? request.email : nil
        code = link == nil ? request.token : nil
    }

    /// Reads what ``token()`` made; nil for any other token.
    init?(token: String) {
        guard token.hasPrefix(Self.prefix), let data = Base64URL.decode(token.dropFirst(Self.prefix.count)),
            let proof = try? WireDecoder().decode(RecoveryProof.self, from: data)
        else { return nil }
        self = proof
    }

    /// What stands for an access token.
    func token() throws -> String { Self.prefix + Base64URL.encode(try WireCoding.encoder().encode(self)) }

    /// The address that the client named; a link names none.
    var address: String { email ?? "" }

    /// What the own interface takes for it, with the password or without.
    func message(newPassword: Secret? = nil) -> OwnMessage {
        let texts = ["email": email, "code": code, "token": link].compactMapValues { $0 }
        return OwnMessage(texts, secrets: ["new_password": newPassword])
    }
}
