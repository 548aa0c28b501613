import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import RegistrationServiceAPI
import TelemetryAPI

/// Makes accounts after the answer, where it may not tell whether an address
/// has one; whose address it is already is told instead.
struct StrictRegistration: DeferredWorkHandling {
    static let workKind = DeferredWorkKind("strict-registration")

    let accounts: any AccountReading & PreparedAccountCreating
    let observers: @Sendable () -> [any RegistrationObserving]
    let registrations: any Counter
    let log: Logger

    var workKind: DeferredWorkKind { Self.workKind }

    /// What somebody asked for.
    struct Application: Codable, Sendable {
        /// The identifier that the account gets, so that a repetition finds it.
        let id: UserID
        let name: String
        let email: EmailAddress
        let password: PreparedPassword
        let peer: String
        let agent: String?
        /// In which language the person reads; nil if that isn't known.
        let language: String?
    }

    func perform(_ details: Secret) async throws {
        let application = try unsafe details.withUnsafeBytes {
            try unsafe WireDecoder().decode(Application.self, from: Data($0))
        }
        let log = log.with(["peer": application.peer, "agent": application.agent])
        do throws(AccountsError) {
            let user = try await accounts.createAccount(
                as: application.id, name: application.name, email: application.email, password: application.password,
                in: application.language)
            registrations.increment(["result": "created"])
            log.info("registered", ["user": user.id])
        } catch .emailTaken {
            registrations.increment(["result": "email_already_in_use"])
            log.notice("registration refused", ["reason": "email_already_in_use"])
            await tellOwner(application)
        }
    }

    /// Tells whoever has the address, or reads there while it is kept, unless it is the account that a server
    /// made which was killed before it could note that.
    private func tellOwner(_ application: Application) async {
        do throws(AccountsError) {
            let owner = try await accounts.account(email: application.email)
            for observer in observers() {
                switch owner {
                case let owner? where owner.id != application.id: await observer.didTryToRegister(addressOf: owner)
                case nil: await observer.didTryToRegister(kept: application.email)
                default: break
                }
            }
        } catch {
            log.failure("could not tell the owner of an address", ["reason": "\(error)"])
        }
    }
}
