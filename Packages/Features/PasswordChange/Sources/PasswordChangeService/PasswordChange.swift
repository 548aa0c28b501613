import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginServiceAPI
import MailAPI
import PasswordChangeContract
import PasswordQuality
import Presenting
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Gives a person who knows the password another one.
///
/// The new password, the end of the other sessions, the new tokens of this one
/// and the message of it are one transaction: after a crash all of it holds, or
/// nothing.
struct PasswordChange: Sendable {
    let database: any SQLDatabase
    let accounts: any AccountReading
    let confirmation: any PasswordConfirming
    let passwords: any PasswordReplacing & WayInCounting
    let tokens: any SessionTokenReplacing
    let devices: any DeviceRecognizing
    let rules: PasswordRules
    /// Those who know states of accounts.
    let states: @Sendable () -> [any AccountStateKnowing]
    /// Counts the changes of an account.
    let changes: any RateLimiting
    let mail: any MailSending
    /// What people can do: the message names no other way.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    let now: @Sendable () -> Date
    let log: Logger

    /// How many other passwords an account has: each voids the letters of recovery that are open (RECOV-19), of
    /// which it gets five an hour, so that whoever knows the password can't void all of them.
    static let often = RateLimitPolicy(maxAttempts: 3, window: 3_600)

    /// What becomes of a request.
    enum Verdict: Sendable {
        /// - Parameter device: By what the device is known with the new password; nil if
        ///   that could not be made.
        case changed(TokenGrant, device: Secret?, ended: Int)
        /// What can't be right; nothing was checked.
        case unacceptable([FieldProblem])
        /// The current password is another one.
        case wrong
        /// The account has none.
        case none
        /// The current password is not checked for so many seconds.
        case locked(TimeInterval)
        /// The account has had so many other passwords lately that it gets none for so long.
        case tooOften(Duration)
        /// The session or the account is over.
        case over
    }

    func change(
        _ request: PasswordChangeContract.Change, in session: AuthenticatedSession, on client: SessionClient,
        from peer: IPAddress
    ) async throws -> Verdict {
        guard let user = try await accounts.account(session.userID) else { return .over }
        let problems = FieldProblem.problems(of: request, for: user, by: rules)
        guard problems.isEmpty else { return .unacceptable(problems) }
        // The current password is a proof by itself; of the second factor, there has to be one.
        let knowing = states()
        let (hasPassword, level) = try await database.read { db in
            (try passwords.countWays(into: user.id, in: db) > 0, try knowing.levelOfChanges(to: user, in: db))
        }
        guard hasPassword else { return .none }
        if level == .two { try session.require(.two, at: now()) }
        // Of two changes at once, one must find that the password it checked isn't
        // the present one any more.
        let replacements: Int
        switch try await confirmation.confirm(
            request.currentPassword, of: user, in: session.sessionID, from: peer, with: client.userAgent)
        {
        case .locked(let seconds): return .locked(seconds)
        case .checked(.rejected): return .wrong
        case .checked(.accepted(_, let count)): replacements = count
        }
        let password = try await passwords.prepare(request.newPassword)
        let prepared = try tokens.prepareTokens()
        let outcome: (TokenReplacement, PasswordReplacement)?
        let changes = changes
        do {
            outcome = try await database.write { db in
                // First, since a session that was ended meanwhile changes nothing.
                guard
                    let replacement = try tokens.replaceTokens(
                        of: session.sessionID, holding: request.refreshToken, with: prepared, on: client, in: db)
                else { return nil }
                let admission = try changes.admit("\(user.id)", in: db)
                guard admission.isAllowed else { throw TooOften(wait: .seconds(admission.reset)) }
                guard
                    let change = try passwords.replacePassword(
                        of: user.id, at: user.email, with: password, keeping: session.sessionID,
                        ifReplaced: replacements, in: db)
                else { throw Overtaken() }
                try mail.enqueue(message(to: user), in: db)
                return (replacement, change)
            }
        } catch is Overtaken {
            return .wrong
        } catch let refusal as TooOften {
            return .tooOften(refusal.wait)
        }
        guard let (replacement, change) = outcome else { return .over }
        await passwords.announce(change)
        let device = await deviceToken(for: PasswordVersion(of: user.id, after: replacements + 1))
        return .changed(try await tokens.grant(replacement), device: device, ended: change.endedSessions.count)
    }

    /// For this very password, so that whoever changes one knows nobody's later one.
    ///
    /// The password is changed already: without a token the device is a stranger's, no more.
    private func deviceToken(for password: PasswordVersion) async -> Secret? {
        do {
            return try await devices.issueToken(for: password)
        } catch {
            log.failure("could not make a device token", ["reason": "\(error)"])
            return nil
        }
    }

    /// The password was replaced after it was checked; undoes everything.
    private struct Overtaken: Error {}

    /// There were too many changes; undoes everything.
    private struct TooOften: Error {
        let wait: Duration
    }

    private func message(to user: User) -> MailMessage {
        MailMessage(
            recipient: user.email, name: user.provenName, template: .passwordChangedByOwner(offering: offered()),
            values: ["recover": ways.way(to: .recover, or: "essential recover")],
            texts: ["time": .momentInUTC(now())])
    }
}
