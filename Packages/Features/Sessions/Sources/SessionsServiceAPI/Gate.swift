public import CoreModels
public import FoundationEssentials
public import HTTPServingAPI
public import PluginKit
public import SQLStoreAPI

/// A way in which somebody begins a session.
public enum WayIn: String, Hashable, Sendable, CaseIterable {
    /// By making the account, just now.
    case registration
    /// By its address and its password.
    case password
    /// The same, asked for while there was no connection and sent by itself since: it says what
    /// the person wanted then.
    case waited
    /// By somebody else who says who it is.
    case provider
    /// By a passkey that made sure who it is.
    case passkey
    /// By a session of theirs in a browser, which lets a program in.
    case browser
    /// By a session of theirs elsewhere, which lets in the device whose code they type.
    case device

    /// What the person proved by it just now.
    public var methods: Set<AuthenticationMethod> {
        switch self {
        case .registration, .password, .waited: [.password]
        case .provider: [.federation]
        case .passkey: [.key, .presence]
        // What counts is what was proved to that session.
        case .browser, .device: []
        }
    }
}

/// Something about an account that may keep its own person out.
///
/// Guesses are limited before anybody has proved anything, so that isn't one.
public enum AccountState: String, Hashable, Sendable, CaseIterable {
    /// The address has to be proved first, and isn't.
    case unverified
    /// A second factor is in force.
    case protected
    /// Whoever runs the server has suspended it.
    case suspended
    /// Its person deletes it, and may still take that back.
    case closing
}

extension AccountState {
    /// Which one a person is told of whom several keep out: that which takes the most
    /// to be over.
    fileprivate var gravity: Int {
        switch self {
        case .protected: 0
        case .closing: 1
        case .unverified: 2
        case .suspended: 3
        }
    }
}

/// The one decision on who gets in: every way in, with every state of an
/// account.
///
/// A way or a state without its line here doesn't compile.
public enum Gate {
    /// What one state means for one way, the mildest first.
    public enum Ruling: Int, Hashable, Sendable, Comparable {
        /// It isn't in the way.
        case open
        /// The second factor has to be proved as well.
        case asksForFactor
        /// Nobody gets in.
        case closed

        /// Compares by how much it takes to get in.
        public static func < (left: Ruling, right: Ruling) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a state means for a way.
    public static func ruling(on way: WayIn, _ state: AccountState) -> Ruling {
        switch (way, state) {
        // Only an operator releases it. Whoever hears of it has proved who they are.
        case (.registration, .suspended), (.password, .suspended), (.waited, .suspended), (.provider, .suspended),
            (.passkey, .suspended),
            (.browser, .suspended), (.device, .suspended):
            .closed
        case (.registration, .unverified), (.password, .unverified), (.waited, .unverified), (.provider, .unverified),
            (.passkey, .unverified),
            (.browser, .unverified), (.device, .unverified):
            .closed
        // An account that is being made has no factor yet: one that has is another.
        case (.registration, .protected): .closed
        // What somebody else asks for, such as a factor of theirs, isn't known here.
        case (.password, .protected), (.waited, .protected), (.provider, .protected): .asksForFactor
        // The factor may have been turned on after the session began.
        case (.browser, .protected), (.device, .protected): .asksForFactor
        // It is something that one has, and shows only to who one is: two already.
        case (.passkey, .protected): .open
        // Who logs in takes the deletion back, once nothing else is in the way.
        case (.password, .closing), (.provider, .closing), (.passkey, .closing): .open
        // It may have been asked for before the deletion was, which is what the person wants now.
        case (.waited, .closing): .closed
        // No account is deleted that is being made, and no session of before lets anybody in.
        case (.registration, .closing), (.browser, .closing), (.device, .closing): .closed
        }
    }

    /// What all states of an account mean for a way: the strictest ruling counts,
    /// and a factor that was proved answers those that ask for one.
    ///
    /// - Returns: The ruling and the state that it is for, the gravest of those that
    ///   are as strict; `open` is for none.
    package static func verdict(
        on way: WayIn, confirmed isConfirmed: Bool, _ states: Set<AccountState>
    ) -> (ruling: Ruling, state: AccountState?) {
        let rulings = AccountState.allCases.filter(states.contains).map { (ruling: ruling(on: way, $0), state: $0) }
        let strictest = rulings.filter { $0.ruling != .asksForFactor || !isConfirmed }
            .max { ($0.ruling, $0.state.gravity) < ($1.ruling, $1.state.gravity) }
        guard let strictest, strictest.ruling != .open else { return (.open, nil) }
        return strictest
    }
}

/// That the gate lets a person in.
///
/// Only the gate makes one, and no session begins without.
public struct Admission: Sendable {
    /// The person.
    public let user: User
    package let way: WayIn
    package let factor: AuthenticationMethod?
    package let origin: SessionOrigin?
    /// What was proved before, to the session that lets somebody in; nil where all of
    /// it was proved just now.
    package let earlier: Authentication?
    /// When the first step was; nil where what is done to the account meanwhile voids nothing.
    package let begunAt: Date?
    /// Is given the session that is about to begin.
    package let condition: @Sendable (SessionID, any SQLWriting) throws -> Bool

    package init(
        _ user: User, by way: WayIn, confirmedBy factor: AuthenticationMethod? = nil,
        proving earlier: Authentication? = nil, from origin: SessionOrigin? = nil, since begunAt: Date? = nil,
        provided condition: @escaping @Sendable (SessionID, any SQLWriting) throws -> Bool
    ) {
        self.user = user
        self.way = way
        self.factor = factor
        self.origin = origin
        self.earlier = earlier
        self.begunAt = begunAt
        self.condition = condition
    }

    /// Whether a second factor was proved.
    package var isConfirmed: Bool { factor != nil || earlier?.level == .two }

    package func authentication(at now: Date) -> Authentication {
        if let earlier { return way == .device ? earlier.elsewhere : earlier }
        return Authentication(way.methods.union(factor.map { [$0] } ?? []), at: min(origin?.provedAt ?? now, now))
    }
}

/// Knows a state of accounts.
///
/// It is asked for each session that is about to begin, and once more in the
/// transaction that begins it.
public protocol AccountStateKnowing: Sendable {
    /// Those of an account's states that this one knows of.
    ///
    /// - Throws: What keeps the session from beginning.
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState>

    /// Whether a first step on the way in is void that was done at some time, as the person
    /// has asked for something else since.
    ///
    /// - Throws: What keeps the session from beginning.
    func voidsSteps(of user: User, begunAt date: Date, in transaction: any SQLReading) throws -> Bool
}

extension AccountStateKnowing {
    /// None is.
    public func voidsSteps(of user: User, begunAt date: Date, in transaction: any SQLReading) throws -> Bool { false }
}

extension Sequence<any AccountStateKnowing> {
    /// How much somebody in an account has to have proved for what lets people into it to be
    /// changed: the second factor too, where one is in force, else whoever got in without could
    /// have it lifted.
    ///
    /// - Throws: What those who know states throw.
    public func levelOfChanges(to user: User, in transaction: any SQLReading) throws -> AuthenticationLevel {
        try contains { try $0.states(of: user, in: transaction).contains(.protected) } ? .two : .one
    }
}

/// Collects those who know states of accounts.
public enum AccountStates: ExtensionPoint {
    /// One of them.
    public typealias Value = any AccountStateKnowing
}

/// Asks people for their second factor, when the gate does.
public protocol SecondFactorAsking: Sendable {
    /// Begins the second step of a person's way in.
    ///
    /// - Parameters:
    ///   - user: Whose first step is done.
    ///   - way: How that was done.
    ///   - origin: By whose word; nil for nobody's.
    ///   - client: Where; the second step has to come from there.
    ///   - condition: What has to hold in the transaction that begins the step.
    /// - Returns: What to answer: a problem that says how to go on; nil if the
    ///   condition doesn't hold.
    /// - Throws: What the database and the cryptography throw.
    func askForFactor(
        _ user: User, after way: WayIn, from origin: SessionOrigin?, on client: SessionClient,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> HTTPProblem?

    /// Voids the steps that have begun by a word that counts no more.
    ///
    /// - Throws: What undoes the transaction.
    func voidSteps(from origin: EndedOrigin, in transaction: any SQLWriting) throws
}

/// Collects who asks for second factors: one, or nobody.
public enum SecondFactorAskers: ExtensionPoint {
    /// One of them.
    public typealias Value = any SecondFactorAsking
}
