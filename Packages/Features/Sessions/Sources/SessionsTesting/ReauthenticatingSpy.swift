public import CoreModels
import Locking
public import Presenting
public import SessionsAPI

/// Takes one password, and a code if it has one, and remembers what came.
public final class ReauthenticatingSpy: Reauthenticating {
    private let password: Secret
    private let code: Secret?
    private let refusal: any PresentableError
    private let proof: PasswordProof
    private let recorded = Locked<[Bool]>([])

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - password: What is right.
    ///   - code: The right code; nil where none is asked for.
    ///   - refusal: What it says to anything else.
    ///   - proof: Whether the password can prove it.
    public init(
        _ password: Secret, code: Secret? = nil, otherwise refusal: any PresentableError,
        proof: PasswordProof = .possible
    ) {
        self.proof = proof
        self.password = password
        self.code = code
        self.refusal = refusal
    }

    /// Whether what came was right, in order.
    public var proofs: [Bool] { recorded.current }

    /// Whether somebody proved who they are.
    public var isProved: Bool { proofs.last ?? false }

    /// What it was made with.
    public func passwordProof() async -> PasswordProof { proof }

    /// Compares.
    public func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError) {
        let isRight = password.isEqual(to: self.password)
        if isRight, self.code != nil, code == nil { throw .codeNeeded }
        let proves = isRight && (self.code.map { code?.isEqual(to: $0) ?? false } ?? true)
        recorded.withLock { $0.append(proves) }
        if !isRight { throw .wrongPassword(refusal) }
        if !proves { throw .wrongCode(refusal) }
    }
}
