import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecureStorageAPI
import SecureStorageClient
import ServerTesting
import SessionsAPI
import SessionsClient
import TelemetryAPI
import Testing
import TokenRefreshClient

/// Today's programs open what those of a release left on disks.
struct OnDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func device(_ release: String, _ name: String) throws -> ReleasedDevice {
        try FolderText.released("\(release)/\(Fixtures.onDisk)/\(name).json").write(to: folder.path)
        return ReleasedDevice(folder: folder)
    }

    private func contents(_ release: String) throws -> [String: JSON] {
        guard case .object(let members) = try JSON(Fixtures.contents(of: "\(release)/\(Fixtures.onDisk)/contents.json"))
        else { return [:] }
        return members
    }

    @Test(.requirement("TOKEN-13", "STORE-06"), arguments: Fixtures.releases, ["vault", "vault-with-passphrase"])
    func theSessionInTheVaultIsStillThere(_ release: String, _ name: String) async throws {
        let device = try device(release, name)
        guard case .present(let session) = await (try device.sessions()).load() else {
            Issue.record("the vault of \(release) gives no session")
            return
        }
        guard case .object(let sessions) = try contents(release)["sessions_of_ana"],
            case .object(let open) = sessions["open"]
        else { throw CancellationError() }
        #expect(session.user.email == EmailAddress("ana@example.com") && session.user.isVerified)
        for (token, key) in [
            (session.grant.accessToken, "access_token"), (session.grant.refreshToken, "refresh_token"),
        ] {
            #expect(token.isEqual(to: Secret(open["token"]?.text(key) ?? "")))
        }
        #expect(session.accessTimeLeft(at: .now) == .zero, "it is renewed before it is used")
        #expect(session.id != nil)
    }

    /// The tokens of a release are renewed at the first request, and what is
    /// stored from then on is as today's programs write it.
    @Test(.requirement("TOKEN-13"), arguments: Fixtures.releases, ["vault", "vault-with-passphrase"])
    func theTokensAreRenewedAndKeptInTodaysForm(_ release: String, _ name: String) async throws {
        let device = try device(release, name), vault = try device.vault()
        let store = SessionsClientPlugin.assemble(.init(secrets: vault.secrets, locks: vault.locks)).exports
        guard case .present(let before) = await store.store.load() else { throw CancellationError() }
        let grant =
            #"{"access_token":"new-access","expires_in":300,"refresh_token":"new-refresh","scope":"feed:read","token_type":"Bearer"}"#
        let transport = HTTPTransportSpy { request throws(HTTPTransportError) in
            let isRenewal = request.url.path() == "/auth/refresh"
            return HTTPResponse(
                status: .ok, fields: [.contentType: "application/json"],
                body: Data((isRenewal ? #"{"token":\#(grant)}"# : "{}").utf8))
        }
        let bearer = TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: ServerAddress(ComposedServer.address)!, transport: transport),
                transport: transport, sessions: store.store, lock: store.lock, logger: .disabled)
        ).exports.transport
        let url = try #require(URL(string: ComposedServer.address + "/auth/me"))
        _ = try await bearer.send(HTTPRequest(url: url))
        #expect(transport.requests.map { $0.url.path() } == ["/auth/refresh", "/auth/me"])
        let old = before.grant.refreshToken.withText { $0 } ?? ""
        guard case .bytes(let asked)? = transport.requests.first?.body else { throw CancellationError() }
        #expect(String(decoding: asked, as: UTF8.self).contains(old), "the token of the release is what is renewed")

        guard case .present(let after) = await (try device.sessions()).load() else { throw CancellationError() }
        #expect(after.user == before.user && after.id == before.id)
        #expect(after.grant.refreshToken.isEqual(to: Secret("new-refresh")))
        #expect(after.receivedAt != nil && after.accessTimeLeft(at: .now) > .zero, "which the release didn't keep")
    }

    @Test(arguments: Fixtures.releases, ["vault", "vault-with-passphrase"])
    func theVaultTakesNewSecrets(_ release: String, _ name: String) async throws {
        let vault = try device(release, name).vault()
        let secret = SecretName(SecretKind("new"))
        try await vault.secrets.save(Secret("value"), as: secret)
        guard case .present(let value) = await vault.secrets.read(secret) else {
            Issue.record("what was saved isn't there")
            return
        }
        #expect(value.isEqual(to: Secret("value")))
        let status = await vault.maintenance.status()
        #expect(status.recordCount == 2 && status.damagedCount == 0 && status.problem == nil)
    }

    // Programs of the release take what has slots for damage, and know no list,
    // so nothing may have them before the header says so.
    @Test(
        .requirement("STORE-14"), arguments: Fixtures.releases.filter { $0 < "v3" }, ["vault", "vault-with-passphrase"])
    func aVaultKeepsItsFormatUntilItsKeyIsReplaced(_ release: String, _ name: String) async throws {
        let device = try device(release, name)
        let vault = try device.vault()
        let secret = SecretName(SecretKind("new"))
        for text in ["first", "second"] { try await vault.secrets.save(Secret(text), as: secret) }
        let isFirst = try records().allSatisfy { $0.starts(with: Array("EVR1".utf8)) }
        #expect(isFirst == (release == "v1"))
        #expect(!folder.files().contains { $0.hasSuffix("/list") })
        try await vault.maintenance.rotateKey()
        #expect(try records().map(\.count) == [8_192, 8_192])
        #expect(folder.files().contains { $0.hasSuffix("/list") })
        try await device.vault().secrets.save(Secret("third"), as: secret)
        guard case .present(let value) = await (try device.vault()).secrets.read(secret) else {
            Issue.record("what was saved isn't there")
            return
        }
        #expect(value.isEqual(to: Secret("third")))
        guard case .present = await (try device.sessions()).load() else {
            Issue.record("the session is gone")
            return
        }
        for file in paths { try FileManager.default.removeItem(atPath: folder.path(of: file)) }
        guard case .unavailable = await (try device.sessions()).load() else {
            Issue.record("nobody tells that the session is gone")
            return
        }
    }

    private var paths: [String] {
        folder.files().filter { $0.hasPrefix("vault/records-") && !$0.hasSuffix("/list") }
    }

    private func records() throws -> [[UInt8]] { try paths.map { try #require(folder.contents(of: $0)) } }

    @Test(arguments: Fixtures.releases) func theFeedAndItsPicturesAreStillThere(_ release: String) async throws {
        let feed = try device(release, "cache").feed()
        let kept = try #require(try await feed.cache.load())
        #expect(kept.savedAt == ReleasedDevice.time)
        #expect(kept.images.map(\.description) == ["A quay", nil])
        #expect(kept.images.map(\.location) == ["Harbour", nil])
        let picture = try #require(kept.images.first)
        // The server can't be reached: the bytes are those of the device.
        #expect(try await feed.images.loadImageData(from: picture.url).count == 70)
    }

    @Test(arguments: Fixtures.releases) func theFeedOfALastWeekIsStillTooOld(_ release: String) async throws {
        let feed = try device(release, "cache").feed(now: ReleasedDevice.time.addingTimeInterval(8 * 86_400))
        #expect(try await feed.cache.load() == nil)
    }

    @Test(arguments: Fixtures.releases) func theServersDataAreStillThere(_ release: String) async throws {
        try await ReleasedServer.copy(release, to: folder)
        let date = ManualDate(try ReleasedServer.time(of: release))
        let server = try ComposedServer.released(folder: folder.path, date: date)
        let counts = try await server.run { [database = server.database, maintenance = server.maintenance] in
            try await maintenance.checkIntegrity()
            return try await database.read { db in try KeptCounts.read(db) }
        }
        // The first two releases don't say what they hold.
        let kept =
            try contents(release)["counts"]
            ?? .object([
                "accounts": .number(2), "sessions": .number(4), "images": .number(3), "comments": .number(2),
                "signing_keys": .number(1), "passkeys": .number(1),
            ])
        #expect(Matching().differences(kept, .object(counts)) == [])
    }
}
