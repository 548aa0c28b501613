import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import MailAPI
import MailTesting
import MailedProofsServiceAPI
import MailedProofsServiceTesting
import PluginKit
import RegistrationAPI
import RegistrationService
import RegistrationServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting

/// Invitations over the real accounts, sessions and mailed links of a server in a new database.
struct InvitationServer {
    let accounts: RunningAccounts
    let mail = MailSpy()
    let hashing = InsecurePasswordHashing()
    let inviting: any PersonInviting
    let reading: any InvitationReading
    private let sweeps: [Sweep]
    private let router: Router

    var date: ManualDate { accounts.date }

    init() async throws {
        var cryptography = try Cryptography.real()
        cryptography.passwords = InsecurePasswordHashingMaking(hashing: hashing)
        let relay = AccountObserverRelay(), kinds = Locked<[MailedProofKind]>([])
        let accounts = try await RunningAccounts(
            others: RunningProofs.migrations + InvitationTable.migrations, cryptography: cryptography,
            observers: [relay])
        self.accounts = accounts
        let running = try RunningProofs(
            database: accounts.database, mail: mail, kinds: { kinds.current }, date: accounts.date)
        var host = PluginHost()
        let plugin = try host.install(
            InvitationsServicePlugin.self,
            .init(
                database: accounts.database, proofs: running.proofs, accounts: accounts.accounts,
                addresses: accounts.addresses, issuing: accounts.server.issuing, devices: DeviceRecognizingStub(),
                address: { "https://essential.example/base" }, log: LogSpy().logger, now: accounts.date.now))
        let composition = try host.composed()
        kinds.withLock { $0 = composition.values(of: MailedProofKinds.self) }
        try await running.start()
        relay.relay(to: composition.values(of: AccountObservers.self))
        inviting = try composition[plugin].inviting
        reading = try composition[plugin].reading
        sweeps = composition.values(of: Sweeps.self)
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    /// Invites an address, and has the letter written if one is due.
    ///
    /// - Returns: The token in the newest letter to it.
    @discardableResult
    func invite(_ address: String, as id: UserID = UserID(UUID())) async throws -> String? {
        let email = EmailAddress(address)!
        _ = try await accounts.database.write { [inviting] db in try inviting.invite(email, as: id, in: db) }
        try await writeLetters()
        return token(for: address)
    }

    func isInvited(_ address: String) async throws -> Bool {
        try await accounts.database.read { db in try InvitationTable.find(EmailAddress(address)!, in: db) } != nil
    }

    /// Has somebody prove the address of an account.
    func prove(_ user: User) async throws {
        _ = try await accounts.verification.markVerified(user.id, email: user.email)
    }

    func writeLetters() async throws {
        for sweep in sweeps { try await accounts.database.write { db in try sweep.body(db) } }
    }

    func token(for address: String) -> String? {
        mail.messages.last { $0.recipient == EmailAddress(address) }?.values["url"]?.split(separator: "?token=").last
            .map(String.init)
    }

    func take(
        _ token: String, name: String = "Ben", password: String = "four green tea pots"
    ) async throws -> RegistrationServer.Answer {
        let form = ["invitation": token, "name": name, "password": password]
        let body = String(decoding: try WireCoding.encoder().encode(form), as: UTF8.self)
        let response = await router.respond(to: .json(.post, "/auth/invitation", body))
        return RegistrationServer.Answer(
            status: response.status, fields: response.fields, body: try await response.collectBody())
    }
}
