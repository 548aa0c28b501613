public import CoreModels
public import FoundationEssentials
public import PluginKit
public import SQLStoreAPI
public import SessionsServiceAPI

/// Checks what a person proves beside the first step of logging in.
///
/// Any number of calls may run at once; those of one person are checked one
/// after another.
public protocol SecondFactorChecking: Sendable {
    /// Checks a code, unless there were too many wrong ones after the same first step.
    ///
    /// - Parameter first: What the person did before.
    /// - Parameter act: What is done with a right code. It gets how the code is
    ///   used up, and is done only if that succeeds in the same transaction; nil
    ///   means that it didn't.
    /// - Throws: What the database, the cryptography and `act` throw; the attempt
    ///   doesn't count then.
    func check<Value: Sendable>(
        _ code: Secret, of user: User, after first: FirstStep, _ act: (FactorUse) async throws -> Value?
    ) async throws -> FactorCheck<Value>

    /// How a code is used up that was good at a moment, for what isn't a login; nil for a
    /// wrong one, and for one that came later.
    ///
    /// One that others took the place of since is good as well: whoever has an account that
    /// isn't theirs makes others. Nothing is counted here: whoever calls limits guesses, so
    /// that they lock no login.
    ///
    /// - Parameter moment: Not longer ago than ``formerCodes``.
    /// - Throws: What the database and the cryptography throw.
    func use(of code: Secret, by user: User, asOf moment: Date) async throws -> FactorUse?

    /// Whether a factor of a person is in force that was so before a moment.
    ///
    /// - Throws: `SQLError`.
    func isInForce(for user: UserID, before moment: Date, in transaction: any SQLReading) throws -> Bool

    /// Notes that a person has lost the second factor, which then ends after a while.
    ///
    /// A loss that is known already stays as it is. A right code takes it back, as
    /// another password does.
    ///
    /// - Parameter condition: What has to hold in the transaction that notes it.
    /// - Returns: When the factor ends; nil if the condition doesn't hold or no
    ///   factor is in force.
    /// - Throws: ``FactorStays``, ``TooManyLosses``, and what the database and `condition`
    ///   throw.
    func reportLoss(
        of user: User, provided condition: @escaping @Sendable (any SQLReading) throws -> Bool
    ) async throws -> Date?

    /// When the factor would end of a person who said now that it is lost; nothing is
    /// noted.
    ///
    /// - Returns: nil if no factor is in force.
    /// - Throws: ``FactorStays``, ``TooManyLosses``, and what the database throws.
    func foreseeLoss(of user: User) async throws -> Date?
}

extension SecondFactorChecking {
    /// For how long it is known which codes were good.
    public static var formerCodes: Duration { .seconds(15 * 86_400) }
}

/// What somebody did before they are asked for a code.
///
/// Wrong codes are counted by it, so that whoever has stolen one way into an account uses
/// up the tries of that way, and its owner comes in by another.
public enum FirstStep: Hashable, Sendable {
    /// They began to log in, by somebody's word or by nobody's.
    case login(WayIn, from: SessionOrigin?)
    /// They are logged in, and typed the password once more.
    case session
}

/// The operator wants to be asked by who lost a second factor.
public struct FactorStays: Error {
    /// Creates a value.
    public init() {}
}

/// It was said too often lately that the factor of a person is lost, and taken back
/// each time: each time the person got letters.
public struct TooManyLosses: Error {
    /// In how many seconds it can be said again.
    public let reset: TimeInterval

    /// Creates a value.
    public init(reset: TimeInterval) { self.reset = reset }
}

/// A code that was found to be right and isn't used up yet.
public struct FactorUse: Sendable {
    /// What it proves.
    public let method: AuthenticationMethod
    /// Uses it up, in a transaction.
    ///
    /// It returns whether nobody else did meanwhile.
    public let use: @Sendable (any SQLWriting) throws -> Bool

    /// Creates a value.
    public init(_ method: AuthenticationMethod, use: @escaping @Sendable (any SQLWriting) throws -> Bool) {
        self.method = method
        self.use = use
    }
}

/// What became of a code.
public enum FactorCheck<Value: Sendable>: Sendable {
    /// It was right, and this was done with it.
    case done(Value)
    /// It was wrong, or used before.
    case wrong
    /// It was not checked, and won't be for so many seconds.
    case locked(TimeInterval)
}

/// Collects those who check second factors: one, or nobody.
public enum SecondFactorCheckers: ExtensionPoint {
    /// One of them.
    public typealias Value = any SecondFactorChecking
}
