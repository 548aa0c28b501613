import CoreModels
import FoundationEssentials
import Locking
import MailAPI
import SQLStoreAPI
import TelemetryAPI

/// Takes letters out of the outbox and hands them over.
///
/// A letter that is being sent is marked, so nobody sends it twice. Only a
/// server that ends between sending and taking note of it sends again, with the
/// same `Message-ID`: SMTP offers nothing better (RFC 1047). What can't be noted
/// while a disk is full is noted when it isn't any more.
final class Courier: Sendable {
    /// How many letters are on their way at a time.
    private static let parallelDeliveries = 4

    private let database: any SQLDatabase
    private let sealing: LetterSealing
    private let delivery: any MailDelivering
    private let log: Logger
    private let now: @Sendable () -> Date
    private let spread: @Sendable () -> Double
    private let state = Locked(State())

    private struct State {
        var isClosing = false
        var underWay = 0
        /// What became of letters and isn't noted yet.
        var unnoted: [Outcome] = []
    }

    private struct Outcome {
        let claim: OutboxTable.Claim
        /// nil once it was handed over.
        let failure: MailDeliveryError?
    }

    /// - Parameter spread: A random number from 0 to 1.
    init(
        database: any SQLDatabase, sealing: LetterSealing, delivery: any MailDelivering, log: Logger,
        now: @escaping @Sendable () -> Date, spread: @escaping @Sendable () -> Double
    ) {
        self.database = database
        self.sealing = sealing
        self.delivery = delivery
        self.log = log
        self.now = now
        self.spread = spread
    }

    /// Takes up what a server left that ended while it was sending.
    func takeUp() async throws {
        let count = try await database.write { db in try OutboxTable.releaseClaims(in: db) }
        if count > 0 { log.warning("letters may be sent twice after a crash", ["count": count]) }
    }

    /// Begins nothing more.
    func close() {
        state.withLock { $0.isClosing = true }
    }

    /// Takes the letters that are due, as many as there is room for.
    ///
    /// - Returns: The letters, each of which has to be delivered; nil if the
    ///   outbox can't be changed.
    func takeDue() async -> [OutboxTable.Claim]? {
        let room = state.withLock { $0.isClosing ? 0 : Self.parallelDeliveries - $0.underWay }
        await noteRest()
        guard room > 0 else { return [] }
        do {
            let now = now()
            let claims = try await database.write(.claiming) { db in try OutboxTable.claim(room, at: now, in: db) }
            state.withLock { $0.underWay += claims.count }
            return claims
        } catch {
            log.failure("the outbox can't be read", ["reason": "\(error)"])
            return nil
        }
    }

    /// After what time to look for letters again, in seconds; nil as long as
    /// letters are under way, since the end of each is a reason to look.
    func pause() async -> TimeInterval? {
        let (isIdle, isAllNoted) = state.withLock { ($0.underWay == 0, $0.unnoted.isEmpty) }
        guard isIdle else { return nil }
        guard isAllNoted else { return DeliverySchedule.firstDelay }
        do {
            let now = now()
            let next = try await database.read { db in try OutboxTable.nextDue(in: db) }
            let delay = next?.timeIntervalSince(now) ?? DeliverySchedule.longestPause
            return min(max(delay, 0.001), DeliverySchedule.longestPause)
        } catch {
            log.failure("the outbox can't be read", ["reason": "\(error)"])
            return DeliverySchedule.firstDelay
        }
    }

    /// Hands a letter over and notes what became of it.
    func deliver(_ claim: OutboxTable.Claim) async {
        defer { state.withLock { $0.underWay -= 1 } }
        let failure: MailDeliveryError?
        do throws(MailDeliveryError) {
            try await delivery.deliver(try letter(claim))
            failure = nil
        } catch {
            failure = error
        }
        await note(Outcome(claim: claim, failure: failure))
    }

    /// Notes what could not be noted when it happened.
    private func noteRest() async {
        let rest = state.withLock { state in
            defer { state.unnoted = [] }
            return state.unnoted
        }
        for outcome in rest { await note(outcome) }
    }

    private func note(_ outcome: Outcome) async {
        let claim = outcome.claim
        let log = log.with(["letter": claim.id.uuidString.lowercased(), "attempts": claim.attempts])
        do {
            try await write(outcome, log)
        } catch {
            // It stays marked until it can be noted or the server starts anew, which sends
            // it again if need be: better late than twice.
            state.withLock { $0.unnoted.append(outcome) }
            log.failure("what became of a letter could not be noted", ["reason": "\(error)"])
        }
    }

    private func write(_ outcome: Outcome, _ log: Logger) async throws {
        let now = now(), spread = spread(), claim = outcome.claim
        switch outcome.failure {
        case nil:
            try await database.write { db in try OutboxTable.remove(claim.id, in: db) }
            // Whether anybody gets it is for others to see to: a folder's reader, or mail servers.
            log.info("letter handed over")
        case .postponed(let reason) where claim.attempts < DeliverySchedule.maximumAttempts:
            let due = now.addingTimeInterval(DeliverySchedule.delay(after: claim.attempts, spread: spread))
            try await database.write { db in try OutboxTable.postpone(claim.id, until: due, reason, in: db) }
            log.warning("letter postponed", ["reason": reason])
        case .postponed(let reason), .refused(let reason):
            try await database.write { db in try OutboxTable.bury(claim.id, at: now, reason, in: db) }
            log.error("letter given up", ["reason": reason])
        }
    }

    private func letter(_ claim: OutboxTable.Claim) throws(MailDeliveryError) -> MailLetter {
        guard let recipient = EmailAddress(kept: claim.recipient) else { throw .refused(reason: "the address is none") }
        do {
            return MailLetter(
                id: claim.id, date: claim.createdAt, recipient: recipient,
                data: try sealing.open(claim.sealedLetter, claim.id))
        } catch {
            throw .refused(reason: "the letter can't be opened: \(error)")
        }
    }
}
