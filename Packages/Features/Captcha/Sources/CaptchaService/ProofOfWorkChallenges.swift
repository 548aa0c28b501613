import CaptchaContract
import CaptchaServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Signs challenges.
    static let captcha = ServerKeyPurpose("captcha.challenge.1")
}

/// The built-in CAPTCHA: a signed challenge that costs work to answer.
///
/// The server remembers no challenge, only the answers that held, until their
/// challenge is too old. So asking costs it nothing, and filling its memory
/// costs others the work.
struct ProofOfWorkChallenges: CaptchaMethod {
    let random: any RandomSource
    let hashing: any Hashing
    let authentication: any MessageAuthenticating
    let serverKeys: any ServerKeyProviding
    let used: UsedChallenges
    let now: @Sendable () -> Date

    /// How long a challenge can be answered.
    static let lifetime: TimeInterval = 300
    /// Zero bits without abuse: some 65 000 tries, well under a second.
    static let easiest = 16
    /// Each further so many failures double the work.
    static let failuresPerBit = 5

    static func difficulty(abuse: Int) -> Int {
        min(easiest + max(0, abuse) / failuresPerBit, ProofOfWork.hardest)
    }

    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String {
        try await reporting {
            let end = Int64(now().addingTimeInterval(Self.lifetime).timeIntervalSince1970)
            let id = Base64URL.encode(try random.bytes(16))
            let claims = "\(ProofOfWork.kind).\(Self.difficulty(abuse: abuse)).\(end).\(id)"
            let code = try authentication.authenticationCode(
                for: Data(claims.utf8), using: try await serverKeys.key(for: .captcha))
            return "\(claims).\(Base64URL.encode(code))"
        }
    }

    func accepts(_ answer: Secret, abuse: Int, from peer: IPAddress) async throws(CaptchaServiceError) -> Bool {
        try await reporting {
            guard let text = answer.withText({ $0 }), text.utf8.count <= 256,
                let challenge = ProofOfWork.parts(of: text)?.challenge,
                let difficulty = ProofOfWork.difficulty(of: challenge), difficulty >= Self.difficulty(abuse: abuse),
                ProofOfWork.holds(try hashing.sha256(Data(text.utf8)), difficulty: difficulty)
            else { return false }
            let words = challenge.split(separator: ".", omittingEmptySubsequences: false)
            guard words.count == 5, let end = Int64(words[2]), let code = Base64URL.decode(words[4]) else {
                return false
            }
            let claims = words.dropLast().joined(separator: ".")
            let isOurs = try authentication.isValid(
                code, for: Data(claims.utf8), using: try await serverKeys.key(for: .captcha))
            guard isOurs, now().timeIntervalSince1970 < Double(end) else { return false }
            return try await used.take(String(words[3]), until: end)
        }
    }

    private func reporting<Value>(
        _ body: () async throws -> Value
    ) async throws(CaptchaServiceError) -> Value {
        do {
            return try await body()
        } catch {
            throw CaptchaServiceError(error)
        }
    }
}
