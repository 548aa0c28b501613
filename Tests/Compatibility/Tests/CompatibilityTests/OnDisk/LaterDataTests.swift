import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import PasskeysTesting
import SecureStorageAPI
import SecureStorageClient
import ServerTesting
import SessionsAPI
import Testing

/// What came after the second release: today's programs know what those that wrote it did.
struct LaterDataTests {
    private static let releases = Fixtures.releases.filter { $0 >= "v3" }
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.requirement("BIO-05", "STORE-06"), arguments: releases)
    func anAuthenticatorOpensTheVault(_ release: String) async throws {
        try FolderText.released("\(release)/\(Fixtures.onDisk)/vault-with-authenticator.json").write(to: folder.path)
        let device = ReleasedDevice(folder: folder)
        // Nobody knows the pass phrase.
        let vault = try device.vault(asking: nil), authenticating = vault.authenticating
        let secret = SecretName(SecretKind("new"))
        guard case .unavailable = await vault.secrets.read(secret) else {
            Issue.record("it is open to anybody")
            return
        }
        let known = try #require(try await authenticating.authenticators().first)
        #expect(known.name == "Stick" && known.credential == ReleasedDevice.credential && !known.isVoid)
        try await authenticating.unlock(byAuthenticator: known.credential, giving: ReleasedDevice.computed)
        guard case .absent = await vault.secrets.read(secret) else {
            Issue.record("the authenticator opens nothing")
            return
        }
        // So does the pass phrase.
        guard case .present(let session) = await (try device.sessions()).load() else {
            Issue.record("the vault of \(release) gives no session")
            return
        }
        #expect(session.user.email == EmailAddress("ana@example.com"))
    }

    /// Today's server over the data of a release.
    private func visit(
        _ release: String, _ body: @escaping @Sendable (JSON, Asking, ManualDate) async throws -> Void
    ) async throws {
        let contents = try JSON(Fixtures.contents(of: "\(release)/\(Fixtures.onDisk)/contents.json"))
        try await ReleasedServer.copy(release, to: folder)
        let date = ManualDate(try ReleasedServer.time(of: release))
        let server = try ComposedServer.released(
            folder: folder.path, date: date, settings: ReleasedServer.atItsAddress)
        let asking = Asking(transport: server.transport)
        try await server.run { try await body(contents, asking, date) }
    }

    @Test(.requirement("DATA-02", "SESS-01", "MFA-01", "PASSKEY-02", "EXT-05"), arguments: releases)
    func peopleAreToldOfThemselvesWhatTheyWereTold(_ release: String) async throws {
        try await visit(release) { contents, asking, _ in
            guard case .list(let told)? = contents.member("told") else { throw CancellationError() }
            #expect(told.count == 3 * Visit.tales.count)
            // Whoever asks is seen.
            let varies = Set((0..<16).map { "/items/\($0)/last_seen_at" })
            for tale in told {
                let path = try #require(tale.text("path")), answer = try #require(tale.member("answer"))
                let today = try await asking.get(path, bearer: try #require(tale.text("bearer")))
                #expect(Matching(varies: varies).differences(answer, today) == [], "\(path)")
            }
        }
    }

    @Test(.requirement("DATA-02", "OPS-06", "MFA-03"), arguments: releases)
    func whatPeopleAndOperatorsDidStillCounts(_ release: String) async throws {
        try await visit(release) { contents, asking, _ in
            let cleo = try #require(contents.member("cleo")), password = try #require(cleo.text("password"))
            let hall = cleo.member("hall")?.member("token")?.text("access_token")
            let desk = cleo.member("desk")?.member("token")?.text("access_token")
            let code: [String: JSON] = ["code": .text(try #require(cleo.text("code")))]
            let deviceCode = try #require(contents.member("waiting_device")?.text("user_code"))
            #expect(try await asking.logIn("dan@example.com", Visit.password).code == "account_suspended")
            #expect(try await asking.logIn("cleo@example.com", password).status == 401, "it isn't hers any more")
            #expect(try await asking.logIn("cleo@example.net", Visit.password).status == 401, "it was replaced")
            #expect(try await asking.logIn("cleo@example.net", password).status == 200)
            #expect(try await asking.ask(.get, "/auth/sessions", bearer: hall).status == 200)
            let ending = try await asking.ask(.delete, "/auth/sessions", bearer: hall)
            #expect(ending.code == "insufficient_user_authentication")
            let unproved = try await asking.ask(.post, "/auth/address/confirmation", code, bearer: hall)
            #expect(unproved.code == "insufficient_user_authentication")
            // Where she proved who she is the third address becomes hers, and the device is let in.
            let moved = try await asking.ask(.post, "/auth/address/confirmation", code, bearer: desk)
            #expect(moved.status < 300, "\(moved)")
            #expect(try await asking.logIn("cleo@example.org", password).status == 200)
            let waiting = try await asking.post(
                "/auth/login/device/request", ["user_code": .text(deviceCode)], bearer: desk)
            #expect(waiting.text("device") == "hall")
        }
    }

    @Test(.requirement("PASSKEY-01"), arguments: releases)
    func aPasskeyStillLogsIn(_ release: String) async throws {
        try await visit(release) { contents, asking, _ in
            let passkey = try #require(contents.member("cleo")?.member("passkey"))
            let kept = try JSONDecoder().decode(ScriptedAuthenticator.KeptPasskey.self, from: passkey.data)
            try await asking.logIn(by: try ScriptedAuthenticator(.real(), with: kept))
        }
    }

    @Test(.requirement("MFA-01", "MFA-03"), arguments: releases)
    func aSecondFactorAndItsRecoveryCodesStillCount(_ release: String) async throws {
        try await visit(release) { contents, asking, date in
            let eva = try #require(contents.member("eva")), secret = try #require(eva.text("secret"))
            guard case .list(let codes)? = eva.member("recovery_codes") else { throw CancellationError() }
            func logIn(with code: JSON) async throws -> Int {
                let first = try await asking.logIn("eva@example.com", Visit.password)
                #expect(first.code == "second_factor_required")
                let ticket = try #require(first.body.text("ticket"))
                return try await asking.ask(.post, "/auth/login/code", ["ticket": .text(ticket), "code": code]).status
            }
            #expect(try await logIn(with: codes[0]) >= 400, "it was used")
            #expect(try await logIn(with: codes[1]) == 200)
            #expect(try await logIn(with: .text(try TimedCode.make(secret, at: date.value))) == 200)
        }
    }

    @Test(.requirement("SESS-18"), arguments: releases)
    func aBrowserIsKnownAndWhatWasWrittenInItIsThere(_ release: String) async throws {
        try await visit(release) { contents, asking, _ in
            guard case .object(let cookies)? = contents.member("browser_of_ana") else { throw CancellationError() }
            var browser = Browser(
                asking.transport,
                cookies: cookies.compactMapValues { if case .text(let value) = $0 { value } else { nil } })
            #expect(try await browser.open("/drafts").contains(Visit.draft))
            #expect(try await browser.open("/account").contains("Ana"))
        }
    }
}
