import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SecureStorageAPI
import SecureStorageClient
import SessionsAPI
import Testing

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

    @Test(arguments: Fixtures.releases, ["vault", "vault-with-passphrase"])
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

    // Programs of the release take what has slots for damage, so nothing may
    // have them before the header says so.
    @Test(arguments: ["vault", "vault-with-passphrase"])
    func aVaultKeepsItsFormatUntilItsKeyIsReplaced(_ name: String) async throws {
        let device = try device("v1", name)
        let vault = try device.vault()
        let secret = SecretName(SecretKind("new"))
        for text in ["first", "second"] { try await vault.secrets.save(Secret(text), as: secret) }
        #expect(try records().allSatisfy { $0.starts(with: Array("EVR1".utf8)) })
        try await vault.maintenance.rotateKey()
        #expect(try records().map(\.count) == [8_192, 8_192])
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
    }

    private func records() throws -> [[UInt8]] {
        try folder.files().filter { $0.hasPrefix("vault/records-") }.map { try #require(folder.contents(of: $0)) }
    }

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
        let server = try TodaysServer(folder: folder.path, date: date)
        let counts = try await server.run { [database = server.database] in
            try await database.checkIntegrity()
            return try await database.read { db in
                try [
                    db.value("SELECT count(*) FROM accounts", as: Int.self),
                    db.value("SELECT count(*) FROM sessions WHERE ended_at IS NULL", as: Int.self),
                    db.value("SELECT count(*) FROM images", as: Int.self),
                    db.value("SELECT count(*) FROM comments", as: Int.self),
                    db.value("SELECT count(*) FROM signing_keys", as: Int.self),
                ]
            }
        }
        #expect(counts == [2, 4, 3, 2, 1])
    }
}
