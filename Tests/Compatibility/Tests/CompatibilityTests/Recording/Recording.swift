import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import ServerTesting
import SessionsAPI
import Testing

/// Makes the data of a release: `ESSENTIAL_RECORD_DATA=v3 swift test --filter Recording`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ESSENTIAL_RECORD_DATA"] != nil))
struct Recording {
    private let release = ProcessInfo.processInfo.environment["ESSENTIAL_RECORD_DATA"] ?? ""
    private let folder: TemporaryFolder
    private let date = ManualDate(Date(timeIntervalSince1970: 1_767_603_600))  // 2026-01-05 09:00:00 UTC

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func whatTheServerKeeps() async throws {
        let server = try ComposedServer.released(
            folder: folder.path, date: date, settings: ReleasedServer.atItsAddress)
        let visit = Visit(server: server, date: date)
        let contents = try await server.run { try await visit.contents() }
        let dump = try await ChildProcess.run("sqlite3", [folder.path(of: "essentiald.sqlite"), ".dump"])
        try write(Data(dump.output), as: "database.sql")
        try write(FolderText(reading: folder.path) { !$0.hasPrefix("essentiald.sqlite") }.pretty, as: "server.json")
        guard case .object(var members) = contents else { throw CancellationError() }
        members["device_in_use"] = try await whatTheClientKeeps(contents)
        try write(JSON.object(members).pretty, as: "contents.json")
    }

    /// - Returns: What there is of the device in use.
    private func whatTheClientKeeps(_ contents: JSON) async throws -> JSON {
        let session = try session(in: contents)
        for (name, protection) in [("vault", VaultProtection.keyFile), ("vault-with-passphrase", .passphrase)] {
            let device = ReleasedDevice(folder: try TemporaryFolder())
            try await device.sessions(protection).save(session)
            try writeVault(of: device, as: name)
            guard protection == .passphrase else { continue }
            try await device.setUpAuthenticator()
            try writeVault(of: device, as: "vault-with-authenticator")
        }
        let device = ReleasedDevice(folder: try TemporaryFolder())
        let feed = try device.feed(now: ReleasedDevice.time)
        let images = try images(in: contents)
        try await feed.cache.save(images)
        for image in images { try await feed.imageCache.save(Visit.picture, for: image.url) }
        try write(FolderText(reading: device.folder.path).pretty, as: "cache.json")
        return try await whatADeviceInUseKeeps(contents, session, images[0].id)
    }

    private func whatADeviceInUseKeeps(
        _ contents: JSON, _ session: StoredSession, _ image: ImageID
    ) async throws -> JSON {
        let device = ReleasedDevice(folder: try TemporaryFolder())
        try await device.sessions().save(session)
        let token = contents.member("sessions_of_ana")?.member("open")?.text("device_token")
        let left = try await device.leaveInUse(knownBy: Secret(try #require(token)), commentingOn: image)
        try writeVault(of: device, as: "vault-in-use")
        return left
    }

    private func writeVault(of device: ReleasedDevice, as name: String) throws {
        try write(FolderText(reading: device.folder.path) { $0.hasPrefix("vault/") }.pretty, as: name + ".json")
    }

    private func session(in contents: JSON) throws -> StoredSession {
        guard case .object(let all) = contents, case .object(let sessions) = all["sessions_of_ana"],
            case .object(let open) = sessions["open"], let user = open["user"], let token = open["token"]
        else { throw CancellationError() }
        let decoder = WireCoding.decoder()
        return StoredSession(
            user: try decoder.decode(User.self, from: user.data),
            grant: try decoder.decode(TokenGrant.self, from: token.data), receivedAt: ReleasedDevice.started)
    }

    /// The pictures for everybody.
    private func images(in contents: JSON) throws -> [FeedImage] {
        guard case .object(let all) = contents, case .list(let pictures) = all["pictures"],
            case .text(let first) = pictures[0], case .text(let last) = pictures[2]
        else { throw CancellationError() }
        return try [(first, "A quay", "Harbour"), (last, nil, nil)].map { id, description, location in
            FeedImage(
                id: try #require(ImageID(id)), description: description, location: location,
                url: try #require(URL(string: "\(ComposedServer.address)/image/\(id)")))
        }
    }

    private func write(_ data: Data, as name: String) throws {
        let place = Fixtures.folder + "/\(release)/\(Fixtures.onDisk)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: place + "/" + name), options: .withoutOverwriting)
    }
}
