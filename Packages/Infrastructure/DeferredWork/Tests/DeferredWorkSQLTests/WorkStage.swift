import CoreModels
import CryptographyAPI
import CryptographyTesting
import DeferredWorkAPI
import DeferredWorkSQL
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryAPI
import TelemetryTesting

/// The real desk and worker over a real database, with time that stands still.
final class WorkStage: Sendable {
    let store: TemporaryDatabase
    let handler: HandlerStub
    let date = ManualDate()
    let clock = ManualClock()
    let log = LogSpy(minimumLevel: .error)
    let work: any WorkDeferring
    private let services: [any PluginService]

    init(
        store: TemporaryDatabase? = nil, keys: InMemoryServerKeys, handler: HandlerStub = HandlerStub()
    ) async throws {
        if let store { self.store = store } else { self.store = try await TemporaryDatabase(WorkTable.migration) }
        self.handler = handler
        let assembly = DeferredWorkPlugin.assemble(
            .init(
                database: self.store.database, cryptography: try Cryptography.real(), serverKeys: keys,
                handlers: { [handler] }, log: log.logger, clock: clock, now: date.now))
        work = assembly.exports.work
        services = assembly.services
    }

    func put(_ text: String, for kind: DeferredWorkKind = HandlerStub.kind) async throws {
        try await work.defer(Secret(text), for: kind)
        date.advance(by: .milliseconds(1))
    }

    /// Lets so many seconds pass.
    func advance(by seconds: Int) {
        date.advance(by: .seconds(seconds))
        clock.advance(by: .seconds(seconds))
    }

    /// Works until `body` returns.
    func working<Value>(_ body: () async throws -> Value) async throws -> Value {
        let task = Task { [services] in for service in services { try await service.run() } }
        defer { task.cancel() }
        let value = try await body()
        task.cancel()
        _ = try await task.value
        return value
    }

    func rows() async throws -> Int {
        try await store.database.read { db in
            try db.value("SELECT count(*) FROM deferred_work", as: Int.self) ?? -1
        }
    }
}

/// Notes what was done, and fails at what it is told to.
final class HandlerStub: DeferredWorkHandling {
    static let kind = DeferredWorkKind("test")

    struct Failed: Error {}

    private struct State {
        var done: [String] = []
        var tried: [String] = []
        var failing: Set<String> = []
        var waiting: (count: Int, resume: CheckedContinuation<Void, Never>)?
    }

    private let state = Locked(State())

    var workKind: DeferredWorkKind { Self.kind }
    /// What was done so far, in order.
    var done: [String] { state.withLock { $0.done } }

    /// How often it was asked for that.
    func tries(_ text: String) -> Int { state.withLock { state in state.tried.count { $0 == text } } }

    func fail(_ text: String) { state.withLock { _ = $0.failing.insert(text) } }
    func succeed(_ text: String) { state.withLock { _ = $0.failing.remove(text) } }

    func perform(_ details: Secret) async throws {
        let text = details.withText { $0 ?? "" }
        let watcher = try state.withLock { state throws(Failed) -> CheckedContinuation<Void, Never>? in
            state.tried.append(text)
            guard !state.failing.contains(text) else { throw Failed() }
            state.done.append(text)
            guard let waiting = state.waiting, state.done.count >= waiting.count else { return nil }
            state.waiting = nil
            return waiting.resume
        }
        watcher?.resume()
    }

    /// Returns once so much was done.
    func waitFor(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.done.count < count else { return true }
                state.waiting = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
