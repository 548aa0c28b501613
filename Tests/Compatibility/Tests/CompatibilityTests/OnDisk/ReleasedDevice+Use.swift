import CommentsAPI
import CommentsClient
import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import LoginAPI
import LoginClient
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import SecureStorageAPI
import SecureStorageClient
import ServerTesting
import SessionsAPI
import TelemetryAPI
import Testing

/// What a device keeps beside its session: its key, by what the server knows it, and what waits.
extension ReleasedDevice {
    /// Today's clients over the device.
    struct Use {
        let queue: any RequestQueueing & QueueRetrying & QueueInspecting
        let keys: any DeviceKeyKeeping
        let devices: any DeviceRemembering
        let comments: CommentsClientPlugin.Exports
    }

    /// - Parameters:
    ///   - transport: By which the server is asked.
    ///   - now: The time of day; the device was started anew since it wrote what it keeps.
    func use(over transport: any HTTPTransport, now: Date = Self.time) async throws -> Use {
        let vault = try vault(),
            server = ServerClient(address: ServerAddress(ComposedServer.address)!, transport: transport)
        let sessions = try sessions()
        let queued = CommentsClientPlugin.assemble(.init(server: server, sessions: sessions))
        let ended = LoginClientPlugin.assemble(
            .init(server: server, sessions: sessions, secrets: vault.secrets, device: nil))
        let handlers = [queued.contributions, ended.contributions].flatMap { $0.values(of: QueuedRequestHandlers.self) }
        let queue = OfflineQueueClientPlugin.assemble(
            .init(
                secrets: vault.secrets, locks: vault.locks, vault: vault.maintenance, handlers: { handlers },
                person: { if case .present(let session) = await sessions.load() { session.user } else { nil } },
                patience: nil, now: { now }, bootTime: { Self.started })
        ).exports.queue
        let keys = ProofOfPossessionClientPlugin.assemble(
            .init(
                server: server.address, transport: transport, secrets: vault.secrets, cryptography: try .real(),
                logger: .disabled)
        ).exports.keys
        return Use(
            queue: queue, keys: keys, devices: ended.exports.devices,
            comments: CommentsClientPlugin.assemble(.init(server: server, sessions: sessions, queue: queue)).exports)
    }

    /// When everything on the device happened, by the clock that nobody can set.
    static let started = BootTime(boot: "0d9e4cb0-2c7e-4c3e-9a3f-8e1d5c7b2a10", uptime: .seconds(3_600))
    /// What was said while the server couldn't be reached.
    static let comment = "Said in a tunnel."

    /// Uses the device without a connection.
    ///
    /// - Parameter token: By what the server knows the device.
    /// - Returns: The name of its key, and what waits.
    func leaveInUse(knownBy token: Secret, commentingOn image: ImageID) async throws -> JSON {
        let use = try await use(over: HTTPTransportStub(failure: .timedOut))
        await use.keys.prepareKey()
        let key = try #require(await use.keys.thumbprint())
        await use.devices.keep(token, for: try #require(EmailAddress("ana@example.com")))
        let comment = try #require(CommentMessage(Self.comment))
        await #expect(throws: CommentsError.self) { try await use.comments.posting.post(comment, on: image) }
        let waiting = try await use.queue.waiting()
        try #require(waiting.count == 1)
        return .object([
            "key": .text(key), "waiting": .list(waiting.map { .text("\($0.id)") }), "image": .text("\(image)"),
        ])
    }
}
