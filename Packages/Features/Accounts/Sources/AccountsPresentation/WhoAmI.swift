import AccountsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SessionsAPI

/// `whoami`: the account, as the server knows it now, and the session.
struct WhoAmI: Sendable {
    let accounts: any AccountLoading
    let sessions: any SessionStoring
    let now: @Sendable () -> BootTime
    let date: @Sendable () -> Date

    var command: Command {
        Command(
            "whoami", summary: WhoAmITexts.summary, discussion: WhoAmITexts.discussion, group: .account,
            examples: [
                CommandExample("essential whoami", WhoAmITexts.example),
                CommandExample("essential whoami --json", WhoAmITexts.jsonExample),
            ]
        ) { _, _ throws(CommandFailure) in try await run() }
    }

    private func run() async throws(CommandFailure) -> CommandOutput {
        let stored = try await session()
        do throws(AccountLoadingError) {
            let user = try await accounts.loadAccount()
            // Loading may have renewed the session.
            return output(user, try? await session(), note: nil)
        } catch {
            guard case .connectivity = error else { throw CommandFailure(presenting: error) }
            return output(stored.user, stored, note: WhoAmITexts.offline)
        }
    }

    private func session() async throws(CommandFailure) -> StoredSession {
        switch await sessions.load() {
        case .present(let session): return session
        case .absent: throw CommandFailure(presenting: AccountLoadingError.notLoggedIn)
        case .unavailable(let error):
            throw CommandFailure(presenting: error)
        }
    }

    private func output(_ user: User, _ session: StoredSession?, note: StyledText?) -> CommandOutput {
        let left = session?.accessTimeLeft(at: now()).components.seconds ?? 0
        let json = Answer(user: user, session: .init(id: session?.id, expiresIn: Int(left)))
        var fields = [
            OutputField(WhoAmITexts.name, StyledText(verbatim: user.name, .strong)),
            OutputField(
                WhoAmITexts.email,
                StyledText(verbatim: user.email.description + " ")
                    + (user.isVerified ? WhoAmITexts.verified : WhoAmITexts.unverified)),
            OutputField(WhoAmITexts.memberSince, StyledText(.when(user.createdAt, at: date()))),
        ]
        if let id = session?.id {
            fields.append(OutputField(WhoAmITexts.session, StyledText(verbatim: id.description, .faint)))
        }
        return CommandOutput(json: json, text: [.fields(fields)] + (note.map { [.line($0)] } ?? []))
    }

    private struct Answer: Encodable, Sendable {
        let user: User
        let session: Session

        struct Session: Encodable, Sendable {
            let id: SessionID?
            let expiresIn: Int
        }
    }
}
