import KernelTesting
import Locking
import SessionsServiceAPI
import Testing

/// Nobody is kept out of their account by the account's own rules: every loss, in every
/// order, with every way in.
struct NoDeadEndTests {
    /// By the rules as they are; explored once for all tests.
    private static let usual = Locked(Exploration(Rules()))

    @Test(.requirement("MFA-05", "D22")) func whoeverCanDoOneStepGetsIn() {
        Self.usual.withLock { explored in
            #expect(explored.standingsToldApart > 1_000_000)
            for standing in explored.standings {
                let canBegin =
                    standing.passkeys.kept > 0 || standing.providers.kept > 0
                    || (standing.hasPassword && standing.knowsPassword)
                // A lost factor keeps nobody out; an address that was never proved does.
                let getsIn = !standing.isSuspended && (standing.readsMail || (standing.isVerified && canBegin))
                guard explored.getsIn(standing) != getsIn else { continue }
                Issue.record("gets in: \(!getsIn), unlike \(standing)")
                return
            }
        }
    }

    /// The server counts what is registered, and doesn't know what is lost; so it asks
    /// before it takes away what may be the last one.
    @Test(.requirement("MFA-05", "EXT-10", "PASSKEY-04")) func nothingThatOneDoesInsideLocksOneOut() {
        Self.usual.withLock { explored in
            for (standing, moves) in explored.moves where explored.getsIn(standing) {
                for (move, next) in moves
                where !(Move.losses + Move.operators).contains(move) && !explored.getsIn(next) {
                    let wasAsked = Move.removals.contains(move) && next.ways > 0 && !next.readsMail
                    guard !wasAsked else { continue }
                    Issue.record("\(move) locks out \(standing)")
                    return
                }
            }
        }
    }

    /// Nothing that the person can do opens a suspended account, and nothing is lost with a
    /// suspension that is over.
    @Test(.requirement("OPS-06")) func onlyAnOperatorReleasesAndThenAllIsAsItWas() {
        Self.usual.withLock { explored in
            for standing in explored.standings where standing.isSuspended {
                var released = standing
                released.isSuspended = false
                let isOut = standing.session == .none && !explored.getsIn(standing)
                guard !isOut || explored.rules.outcome(of: .release, from: standing) != .done(released) else {
                    continue
                }
                Issue.record("isn't as it was: \(standing)")
                return
            }
            #expect(explored.standings.contains { $0.isSuspended })
        }
    }

    /// Where only the operator ends a lost factor, that and nothing else is added.
    @Test(.requirement("MFA-05")) func anOperatorWhoWantsToBeAskedIsAskedForNothingElse() throws {
        let explored = Exploration(Rules(lossEnds: false))
        for standing in explored.standings
        where standing.readsMail && !standing.isSuspended && !explored.getsIn(standing) {
            let isLost =
                standing.factor != .off && !standing.hasAuthenticator && !(standing.hasCodes && standing.codes > 0)
                && standing.passkeys.kept == 0
            guard !isLost else { continue }
            Issue.record("is kept out: \(standing)")
            return
        }
    }
}

/// All standings that an account can come to.
private final class Exploration {
    let rules: Rules
    private(set) var moves: [Standing: [(Move, Standing)]] = [:]
    private var known: [Standing: Bool] = [:]

    var standings: some Collection<Standing> { moves.keys }

    init(_ rules: Rules) {
        self.rules = rules
        var waiting: [Standing] = [.registered, .vouched]
        while let standing = waiting.popLast() {
            guard moves[standing] == nil else { continue }
            let possible = Move.allCases.compactMap { move -> (Move, Standing)? in
                guard case .done(let next) = rules.outcome(of: move, from: standing) else { return nil }
                return (move, next)
            }
            moves[standing] = possible
            waiting += possible.map(\.1).filter { moves[$0] == nil }
        }
    }

    /// Whether the person gets in without a session, whatever it takes.
    func getsIn(_ standing: Standing) -> Bool {
        var start = standing
        start.session = .none
        if let answer = known[start] { return answer }
        var seen: Set<Standing> = [start], waiting = [start], answer = false
        while let standing = waiting.popLast(), !answer {
            for move in Move.outside {
                guard case .done(let next) = rules.outcome(of: move, from: standing) else { continue }
                if next.session > .old { answer = true }
                if seen.insert(next).inserted { waiting.append(next) }
            }
        }
        known[start] = answer
        return answer
    }

    /// How many standings there are, where each passkey and each link is one of its own.
    var standingsToldApart: Int {
        moves.keys.reduce(0) {
            $0 + Self.orders(of: $1.passkeys, rules.most) * Self.orders(of: $1.providers, rules.most)
        }
    }

    /// In how many ways so many of them are kept, lost, or not there.
    private static func orders(of ways: Standing.Ways, _ most: Int) -> Int {
        func factorial(_ number: Int) -> Int { number < 2 ? 1 : number * factorial(number - 1) }
        return factorial(most) / (factorial(ways.kept) * factorial(ways.lost) * factorial(most - ways.count))
    }
}
