import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI
import SecureStorageAPI

/// What an authenticator answered, as the script of the page sends it.
struct AuthenticatorAnswer: Sendable {
    let credential: Data
    /// What it computed; no bytes for one that computes nothing any more.
    let output: Secret

    /// - Throws: ``AuthenticatorFailure`` if the browser named an error, or nothing was
    ///   asked.
    init(_ sent: Secret) throws(AuthenticatorFailure) {
        let parts = sent.withText { ($0 ?? "").split(separator: " ", omittingEmptySubsequences: false) }
        guard parts.count == 2 else { throw AuthenticatorFailure(named: parts.first ?? "") }
        guard let credential = AuthenticatorText.bytes(parts[0]), let output = AuthenticatorText.bytes(parts[1]),
            !credential.isEmpty
        else { throw .unknown }
        self.credential = credential
        self.output = Secret(output)
    }
}

/// What the browser is asked, and the text in which it writes bytes: base64url (RFC 4648,
/// section 5).
enum AuthenticatorText {
    /// Who asks (WebAuthn's RP ID): the part of the name of `essential app` that is the
    /// same each time (ADR 0058).
    static let party = "essential.localhost"

    /// Whether one can open the vault here.
    static func isAsked(_ authenticator: VaultAuthenticator) -> Bool {
        !authenticator.isVoid && authenticator.relyingParty == party
    }

    static func question(to authenticators: [VaultAuthenticator]) -> AuthenticatorQuestion {
        let salts = authenticators.map { (text($0.credential), text($0.salt)) }
        return question(.computingSecret, Computing(party: party, salts: Dictionary(salts) { $1 }))
    }

    static func question(settingUp setUp: AuthenticatorSetUp) -> AuthenticatorQuestion {
        question(
            .makingSecret,
            Making(
                party: party, user: text(setUp.user), name: "Essential", salt: text(setUp.salt),
                known: setUp.known.map(text)))
    }

    private static func question(
        _ kind: AuthenticatorQuestion.Kind, _ value: some Encodable
    ) -> AuthenticatorQuestion {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = (try? encoder.encode(value)) ?? Data("{}".utf8)
        return AuthenticatorQuestion(kind, options: String(decoding: json, as: UTF8.self))
    }

    static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func bytes(_ text: some StringProtocol) -> Data? {
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }

    private struct Making: Encodable {
        let party, user, name, salt: String
        let known: [String]
    }

    private struct Computing: Encodable {
        let party: String
        let salts: [String: String]
    }
}
