import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Locking
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// One gate: every way in, with every state of an account.
struct GateTests {
    /// The whole table, as a person reads it.
    private static let table: [(WayIn, AccountState, Gate.Ruling)] = [
        (.registration, .unverified, .closed),
        (.registration, .protected, .closed),
        (.password, .unverified, .closed),
        (.password, .protected, .asksForFactor),
        (.waited, .unverified, .closed),
        (.waited, .protected, .asksForFactor),
        (.waited, .suspended, .closed),
        (.waited, .closing, .closed),
        (.provider, .unverified, .closed),
        (.provider, .protected, .asksForFactor),
        (.passkey, .unverified, .closed),
        (.passkey, .protected, .open),
        (.browser, .unverified, .closed),
        (.browser, .protected, .asksForFactor),
        (.registration, .suspended, .closed),
        (.password, .suspended, .closed),
        (.provider, .suspended, .closed),
        (.passkey, .suspended, .closed),
        (.browser, .suspended, .closed),
        (.device, .unverified, .closed),
        (.device, .protected, .asksForFactor),
        (.device, .suspended, .closed),
        (.registration, .closing, .closed),
        (.password, .closing, .open),
        (.provider, .closing, .open),
        (.passkey, .closing, .open),
        (.browser, .closing, .closed),
        (.device, .closing, .closed),
    ]

    @Test(.requirement("MFA-03", "OPS-06", "DATA-04")) func everyWayMeetsEveryState() {
        for (way, state, ruling) in Self.table { #expect(Gate.ruling(on: way, state) == ruling) }
        let pairs = Set(Self.table.map { "\($0.0) \($0.1)" })
        #expect(pairs.count == WayIn.allCases.count * AccountState.allCases.count)
    }

    @Test(arguments: WayIn.allCases) func theStrictestStateCountsAndAFactorOpensOnlyWhatAsksForOne(_ way: WayIn) {
        for factor in [nil, AuthenticationMethod.oneTimeCode] {
            for states in Self.combinations {
                let rulings = states.map { Gate.ruling(on: way, $0) }
                let asks = rulings.contains(.asksForFactor) && factor == nil
                let expected: Gate.Ruling = rulings.contains(.closed) ? .closed : asks ? .asksForFactor : .open
                #expect(Gate.verdict(on: way, confirmed: factor != nil, states).ruling == expected)
            }
        }
    }

    private static var combinations: [Set<AccountState>] {
        AccountState.allCases.reduce([[]]) { sets, state in sets + sets.map { $0.union([state]) } }
    }

    /// An address that is to be proved, or a factor, isn't what keeps a suspended person
    /// out.
    @Test(.requirement("OPS-06"), arguments: WayIn.allCases) func aSuspensionIsWhatIsTold(_ way: WayIn) async throws {
        for states in Self.combinations where states.contains(.suspended) {
            #expect(Gate.verdict(on: way, confirmed: true, states).state == .suspended)
            let asker = AskerSpy()
            let server = try await RunningSessions(states: [AccountStatesStub { _ in states }], askers: [asker])
            await #expect(throws: SessionsError.notAdmitted(.accountSuspended)) {
                try await server.issuing.admit(.sample(), by: way, on: SessionClient())
            }
            #expect(asker.asked == [])
        }
    }

    @Test(.requirement("D5", "MFA-03")) func tellsWhatIsInTheWay() async throws {
        let server = try await RunningSessions(states: [AccountStatesStub.proofRequired])
        for way in WayIn.allCases {
            await #expect(throws: SessionsError.notAdmitted(.emailNotVerified)) {
                try await server.issuing.admit(.sample(isVerified: false), by: way, on: SessionClient())
            }
            _ = try await server.issuing.admit(.sample(isVerified: true), by: way, on: SessionClient())
        }
    }

    @Test func hasTheFactorAskedForAndLetsInWhoProvesIt() async throws {
        let asker = AskerSpy()
        let server = try await RunningSessions(states: [AccountStatesStub { _ in [.protected] }], askers: [asker])
        let user = User.sample()
        await #expect(throws: SessionsError.notAdmitted(.forbidden)) {
            try await server.issuing.admit(user, by: .password, on: SessionClient())
        }
        #expect(asker.asked == [user.id])
        let admission = try await server.issuing.admit(
            user, by: .password, confirmedBy: .oneTimeCode, from: nil, on: SessionClient(), provided: { _ in true })
        let session = try await server.issuing.issueSession(admission, on: SessionClient())
        let stored = try await server.database.read { db in
            try db.value("SELECT amr FROM sessions WHERE id = \(session.id)", as: String.self)
        }
        #expect(stored == "otp,pwd")
    }

    @Test func aGateThatClosesMeanwhileLetsNobodyIn() async throws {
        let states = Locked<Set<AccountState>>([])
        let server = try await RunningSessions(states: [AccountStatesStub { _ in states.current }])
        let admission = try await server.issuing.admit(.sample(), by: .password, on: SessionClient())
        states.withLock { $0 = [.protected] }
        await #expect(throws: SessionsError.overtaken) {
            try await server.issuing.issueSession(admission, on: SessionClient())
        }
    }

    @Test(.requirement("PASSKEY-01")) func aPasskeyCountsAsTwoFactors() {
        let passkey = Authentication(WayIn.passkey.methods, at: Date(timeIntervalSince1970: 1))
        #expect(passkey.references == ["hwk", "user", "mfa"] && passkey.level == .two)
    }

    @Test(.requirement("MFA-03")) func aSessionSaysHowItWasAuthenticated() {
        let start = Date(timeIntervalSince1970: 1)
        let one = Authentication([.password], at: start), two = Authentication([.password, .oneTimeCode], at: start)
        #expect(one.references == ["pwd"] && one.level.rawValue == "aal1")
        #expect(two.references == ["otp", "pwd", "mfa"] && two.level.rawValue == "aal2")
    }
}

/// Notes who is asked for a factor.
private final class AskerSpy: SecondFactorAsking {
    private let users = Locked<[UserID]>([])

    var asked: [UserID] { users.current }

    func askForFactor(
        _ user: User, after way: WayIn, from origin: SessionOrigin?, on client: SessionClient,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> HTTPProblem? {
        users.withLock { $0.append(user.id) }
        return .forbidden
    }

    func voidSteps(from origin: EndedOrigin, in transaction: any SQLWriting) throws {}
}
