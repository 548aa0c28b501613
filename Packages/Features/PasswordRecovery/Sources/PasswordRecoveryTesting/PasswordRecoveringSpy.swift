public import CoreModels
import Locking
public import PasswordRecoveryAPI

/// Answers with fixed results and remembers what was asked; it keeps no
/// password.
public final class PasswordRecoveringSpy: PasswordRecovering {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// A message was wanted.
        case request(email: String)
        /// A password of so many bytes was to be set.
        case reset(proof: String, email: String?, passwordBytes: Int)
    }

    private let failure: PasswordRecoveryError?
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    ///
    /// - Parameter failure: What each call throws, if anything.
    public init(failure: PasswordRecoveryError? = nil) {
        self.failure = failure
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Sends nothing.
    public func requestReset(email: String) async throws(PasswordRecoveryError) {
        try record(.request(email: email))
    }

    /// Sets nothing.
    public func reset(
        with proof: String, email: String?, to password: Secret
    ) async throws(PasswordRecoveryError) {
        try record(.reset(proof: proof, email: email, passwordBytes: password.count))
    }

    private func record(_ call: Call) throws(PasswordRecoveryError) {
        recorded.withLock { $0.append(call) }
        if let failure { throw failure }
    }
}
