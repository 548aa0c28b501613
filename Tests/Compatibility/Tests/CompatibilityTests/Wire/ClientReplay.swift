import AccountVerificationAPI
import AccountVerificationClient
import AccountsAPI
import AccountsClient
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import LoginClient
import PluginKit
import RegistrationAPI
import RegistrationClient
import SecureStorageAPI
import SecureStorageTesting
import ServerTesting
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import TokenRefreshClient

/// Today's clients, to which a released server gives one answer.
///
/// What they made of it is told in words of this suite, since fixtures outlive
/// the names in the source.
struct ClientReplay {
    /// What the client asked.
    var requests: [HTTPRequest] { transport.requests }

    let fixture: Fixture
    private let transport: HTTPTransportSpy
    /// Where the client keeps pictures.
    let folder: TemporaryFolder
    let store: InMemorySessionStore
    private let now = BootTime.sample

    init(of fixture: Fixture, answering answer: HTTPResponse) throws {
        folder = try TemporaryFolder()
        self.fixture = fixture
        let asksToRenew = fixture.request.path == Self.renewal
        transport = HTTPTransportSpy { request throws(HTTPTransportError) in
            !asksToRenew && request.url.path() == Self.renewal ? Self.sessionIsOver : answer
        }
        let grant = TokenGrant.sample(
            access: fixture.request.accessToken ?? "an access token",
            refresh: fixture.request.body?.text("refresh_token") ?? "a refresh token")
        let hasSession = fixture.request.accessToken != nil || Self.endSessions.contains(fixture.request.path)
        store = InMemorySessionStore(hasSession ? .sample(grant: grant, receivedAt: now) : nil)
    }

    private static let renewal = "/auth/refresh"
    private static let endSessions = [renewal, "/auth/logout"]
    private static let sessionIsOver = HTTPResponse(
        status: .unauthorized, fields: [.contentType: "application/problem+json"],
        body: Data(#"{"code": "invalid_grant"}"#.utf8))

    /// What the client makes of the answer.
    func outcome() async throws -> JSON {
        var outcome = try await answer()
        if fixture.request.path != Self.renewal, requests.contains(where: { $0.url.path() == Self.renewal }) {
            outcome["asked_to_renew"] = .bool(true)
        }
        return .object(outcome)
    }

    private func answer() async throws -> [String: JSON] {
        switch fixture.request.operation {
        case "POST /auth/register", "POST /auth/invitation": await register()
        case "POST /auth/login": await logIn()
        case "POST /auth/logout": try await logOut()
        case "POST /auth/refresh": await renew()
        case "GET /auth/me": await loadAccount()
        case "PUT /auth/me/name": await rename()
        case "POST /auth/me/deletion": await deleteAccount()
        case "POST /auth/verification": await confirm()
        case "POST /auth/verification/resend": await resend()
        case "POST /auth/address": await requestAddressChange()
        case "POST /auth/address/confirmation": await confirmAddressChange()
        case "POST /auth/password/change": await changePassword()
        case "POST /auth/password/recovery": await requestReset()
        case "POST /auth/password/reset": await resetPassword()
        case "GET /auth/sessions": await listSessions()
        case "DELETE /auth/sessions": await endOtherSessions()
        case "DELETE /auth/sessions/{id}": await endSession()
        case "POST /auth/sessions/{id}/confirm": await confirmSession()
        case "GET /auth/events": await follow()
        case "GET /auth/notices": await listNotices()
        case "POST /auth/notices/seen": await markNoticesSeen()
        case "GET /audit/head": try await askForTrail()
        case "POST /auth/device-findings": await tellFinding()
        case "GET /feed": await loadFeed()
        case "GET /feed/{id}": await loadImage()
        case "GET /feed/{id}/newer": await loadNewer()
        case "POST /feed": try await publish()
        case "DELETE /feed/{id}": try await deletePicture()
        case "GET /image/{id}": try await loadPicture()
        case "GET /image/{id}/comments": await loadComments()
        case "POST /image/{id}/comments": await postComment()
        case "DELETE /image/{id}/comments/{id}": await deleteComment()
        default: throw NoClient(operation: fixture.request.operation)
        }
    }

    // MARK: Who asks

    var address: ServerAddress {
        ServerAddress(ComposedServer.address)!
    }

    /// Asks without credentials.
    var server: ServerClient { ServerClient(address: address, transport: transport) }

    /// Adds the credentials of the session, and renews them.
    var bearer: any HTTPTransport {
        TokenRefreshClientPlugin.assemble(
            .init(
                server: server, transport: transport, sessions: store, lock: store, logger: .disabled,
                now: { [now] in now })
        ).exports.transport
    }

    var authorized: ServerClient { ServerClient(address: address, transport: bearer) }

    /// A member of the released body, if a client could have sent it; else
    /// something that is fine.
    func sent(_ name: String, _ other: String) -> String {
        let wasFine = (fixture.response?.status ?? 0) < 300
        return (wasFine ? fixture.request.body?.text(name) : nil) ?? other
    }

    var image: ImageID {
        let parts = fixture.request.path.split(separator: "/")
        return ImageID(parts.count > 1 ? parts[1] : "") ?? ImageID(UUID())
    }

    // MARK: What they make of it

    private func register() async -> [String: JSON] {
        let client = RegistrationClientPlugin.assemble(.init(server: server, sessions: store, now: { [now] in now }))
            .exports.registration
        let name = sent("name", "Cleo"), password = Secret(sent("password", "four green tea pots"))
        let form =
            fixture.request.operation == "POST /auth/invitation"
            ? RegistrationForm(
                name: name, invitation: Secret(String(repeating: "a", count: 43)), password: password)
            : RegistrationForm(name: name, email: sent("email", "cleo@example.com"), password: password)
        do throws(RegistrationError) {
            switch try await client.register(form) {
            case .confirmation(let user): return told("registered_to_confirm", user)
            case .logIn(let user): return told("registered_to_log_in", user)
            case .signedIn(let user): return told("registered_and_signed_in", user)
            case .checkMail: return told("check_mail")
            }
        } catch {
            return error.told
        }
    }

    private func logIn() async -> [String: JSON] {
        let email = sent("email", "ana@example.com"), secrets = InMemorySecretStore()
        let device = try? SecretName(SecretKind("device-token"), parsing: email)
        if let device, let token = fixture.request.body?.text("device_token") {
            try? await secrets.save(Secret(token), as: device)
        }
        let client = LoginClientPlugin.assemble(
            .init(
                server: server, sessions: store, secrets: secrets, device: fixture.request.body?.text("device"),
                now: { [now] in now })
        ).exports.login
        do throws(LoginError) {
            let password = Secret(sent("password", "four green tea pots"))
            var told = told(
                "logged_in",
                try await client.logIn(
                    email: email, password: password, captcha: fixture.request.body?.text("captcha").map { Secret($0) }
                ).user)
            if let device, case .present(let token) = await secrets.read(device) {
                told["stored_device_token"] = token.withText { .text($0 ?? "") }
            }
            return told
        } catch {
            return error.told
        }
    }

    private func logOut() async throws -> [String: JSON] {
        let client = LoginClientPlugin.assemble(
            .init(server: server, sessions: store, secrets: InMemorySecretStore(), device: nil)
        ).exports.logout
        switch try await client.logOut() {
        case .ended: return told("logged_out")
        case .serverToBeTold: return told("logged_out_server_to_be_told")
        case .endedHereOnly: return told("logged_out_here_only")
        case .wasNotLoggedIn: return told("was_not_logged_in")
        case .somebodyElse: return told("somebody_else")
        }
    }

    /// Asks for something with credentials that are about to end.
    private func renew() async -> [String: JSON] {
        let grant = TokenGrant.sample(access: "an access token", refresh: sent("refresh_token", "a refresh token"))
        try? await store.save(.sample(grant: grant, receivedAt: now.advanced(by: .seconds(-295))))
        _ = try? await authorized.get("/auth/me")
        guard let session = store.session else { return told("session_over") }
        guard session.grant.accessToken.isEqual(to: grant.accessToken) else { return told("renewed") }
        return told("session_kept")
    }

    private func loadAccount() async -> [String: JSON] {
        let client = AccountsClientPlugin.assemble(.init(server: authorized)).exports.loading
        do throws(AccountLoadingError) {
            return told("account", try await client.loadAccount())
        } catch {
            return error.told
        }
    }

    private func rename() async -> [String: JSON] {
        let client = AccountsClientPlugin.assemble(.init(server: authorized)).exports.renaming
        do throws(AccountRenamingError) {
            return told("renamed", try await client.rename(to: sent("name", "Ana")))
        } catch {
            return error.told
        }
    }

    private var confirmation: any AddressConfirming {
        AccountVerificationClientPlugin.assemble(.init(server: authorized, sessions: store, lock: store))
            .exports.confirmation
    }

    private func confirm() async -> [String: JSON] {
        do throws(AddressConfirmationError) {
            let email = fixture.request.body?.text("email")
            let proof = fixture.request.body?.text("token") ?? sent("code", "12345678")
            // Who isn't logged in sent none until ADR 0072, and what is answered means the same.
            let isMember = fixture.request.accessToken != nil || fixture.response?.status == 401
            let password = fixture.request.body?.text("password") ?? "four green tea pots"
            return told(
                "confirmed",
                try await confirmation.confirm(code: proof, email: email, password: isMember ? nil : Secret(password)))
        } catch {
            return error.told
        }
    }

    private func resend() async -> [String: JSON] {
        do throws(AddressConfirmationError) {
            try await confirmation.resend(email: fixture.request.body?.text("email"))
            return told("sent_again")
        } catch {
            return error.told
        }
    }

    /// An outcome, with the person and the session that was stored.
    func told(_ outcome: String, _ user: User? = nil) -> [String: JSON] {
        var told: [String: JSON] = ["outcome": .text(outcome)]
        if let user { told["user"] = user.told }
        if fixture.request.accessToken == nil, let token = store.session?.grant.refreshToken {
            told["stored_refresh_token"] = token.withText { .text($0 ?? "") }
        }
        return told
    }
}

/// A fixture expects a client where there is none.
struct NoClient: Error {
    let operation: String
}
