public import CoreModels
import Locking
public import PasswordRecoveryAPI

/// Answers with fixed results and remembers what was asked; it keeps no
/// password.
public final class PasswordRecoveringSpy: PasswordRecovering {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// A message was wanted.
        case request(email: String, isCaptchaAnswered: Bool = false)
        /// A password of so many bytes was to be set.
        case reset(proof: String, email: String?, passwordBytes: Int)
    }

    private let failures: Locked<[PasswordRecoveryError]>
    private let failure: PasswordRecoveryError?
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - first: What the first calls throw, one after another.
    ///   - failure: What each further call throws, if anything.
    public init(first: [PasswordRecoveryError] = [], failure: PasswordRecoveryError? = nil) {
        failures = Locked(first)
        self.failure = failure
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Sends nothing.
    public func requestReset(email: String, captcha: Secret?) async throws(PasswordRecoveryError) {
        try record(.request(email: email, isCaptchaAnswered: captcha != nil))
    }

    /// Sets nothing.
    public func reset(
        with proof: String, email: String?, to password: Secret
    ) async throws(PasswordRecoveryError) {
        try record(.reset(proof: proof, email: email, passwordBytes: password.count))
    }

    private func record(_ call: Call) throws(PasswordRecoveryError) {
        recorded.withLock { $0.append(call) }
        let first = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure = first ?? failure { throw failure }
    }
}
