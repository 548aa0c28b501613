import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import PluginKit
import SecureStorageAPI
import SessionsAPI
import SessionsClient
import SessionsTesting
import TelemetryAPI
import TokenRefreshClient

/// One process of the real client: only its vault, its network and its clock
/// are those of the simulated world.
struct SimulatedProcess: Sendable {
    let number: Int
    let transport: any HTTPTransport

    init(_ number: Int, in world: World, ends: SessionEndSpy) {
        self.number = number
        let vault = SimulatedVault(world: world, process: number)
        let sessions = SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports
        let network = SimulatedNetwork(world: world, process: number)
        transport =
            TokenRefreshClientPlugin.assemble(
                .init(
                    server: ServerClient(address: Slice.address, transport: network), transport: network,
                    sessions: sessions.store, lock: sessions.lock, observers: { [ends] }, logger: .disabled,
                    now: { world.now }, clock: SimulatedClock(world: world, process: number), random: { 0.5 })
            ).exports.transport
    }
}

/// A vault whose disk can fail, and whose process can die, before and after
/// each write.
struct SimulatedVault: SecretReading, SecretWriting, SecretUpdating, SecretLocking {
    let world: World
    let process: Int

    func read(_ name: SecretName) async -> StoredSecret {
        switch await world.stop(process, at: .read) {
        case .fail(let error): .unavailable(error)
        case .die: .unavailable(.cancelled)
        default: world.disk.map { .present($0) } ?? .absent
        }
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await update(name) { _ in .save(secret) }
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await update(name) { _ in .remove }
    }

    func removeAll() async throws(SecretStoreError) {
        try await update(SecretName(SecretKind("session"))) { _ in .remove }
    }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await pass(.write)
        let value = world.changeDisk { disk in
            let (change, value) = decide(disk.map { .present($0) } ?? .absent, .absent)
            switch change {
            case .keep: break
            case .save(let secret): disk = secret
            case .remove: disk = nil
            }
            return value
        }
        try await pass(.written)
        return value
    }

    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await pass(.lock)
        defer { world.unlock(process) }
        return try await body()
    }

    private func pass(_ point: World.Point) async throws(SecretStoreError) {
        switch await world.stop(process, at: point) {
        case .fail(let error): throw error
        case .die: throw .cancelled
        default: return
        }
    }
}

/// What a process sends goes into the hands of the schedule.
struct SimulatedNetwork: HTTPTransport {
    let world: World
    let process: Int

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        switch await world.stop(process, at: .send(request)) {
        case .sent(let number):
            switch await world.stop(process, at: .answer(to: number)) {
            case .answered(let response): return response
            case .lost(let error): throw error
            default: throw .cancelled
            }
        case .lost(let error): throw error
        default: throw .cancelled
        }
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await send(request)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        throw .invalidRequest(reason: "nothing is streamed here")
    }
}

/// The time of the simulated world.
struct SimulatedClock: Clock {
    let world: World
    let process: Int

    var now: ManualClock.Instant { ManualClock().now.advanced(by: world.now.uptime) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        let end = BootTime(boot: world.now.boot, uptime: deadline.offset)
        if case .die = await world.stop(process, at: .sleep(until: end)) { throw CancellationError() }
    }
}
