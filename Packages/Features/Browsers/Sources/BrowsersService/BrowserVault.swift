package import CoreModels
import FoundationEssentials
import Locking
import SQLStoreAPI
package import SecureStorageAPI

/// What is kept for a browser, as the vault of a device is kept: by the clients
/// that live in the server.
///
/// A browser in which nobody has signed in keeps what it has in memory, and the
/// database hears nothing of it.
package final class BrowserVault: SecretStore, SecretLocking {
    private struct State {
        var token: BrowserToken?
        var contents = BrowserContents()
        /// The state of the database in which the contents were read.
        var mark: SQLChangeMark?
    }

    private let database: any SQLDatabase
    private let seal: BrowserSeal
    private let now: @Sendable () -> Date
    private let state: Locked<State>
    private let locks: BrowserLocks

    /// A vault for a browser of which nothing is known.
    init(
        _ database: any SQLDatabase, _ seal: BrowserSeal, now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration>
    ) {
        self.database = database
        self.seal = seal
        self.now = now
        state = Locked(State())
        locks = BrowserLocks(clock: clock)
    }

    /// Opens what is kept under a token.
    ///
    /// - Returns: Whether there is anything that can be read: of a row that is
    ///   damaged nothing is left, and whoever comes with its cookie is a stranger.
    func open(_ token: BrowserToken) async throws -> Bool {
        let mark = database.changeMark
        let sealed = try await database.read { db in try BrowserTable.sealed(token.id, in: db) }
        guard let sealed, let contents = try? seal.open(sealed, of: token) else { return false }
        state.withLock { $0 = State(token: token, contents: contents, mark: mark) }
        return true
    }

    /// The number of the row; nil if there is none.
    var id: Data? { state.current.token?.id }

    /// Keeps what there is under another token; nothing of it is found by the one
    /// before.
    ///
    /// - Returns: The token; nil if there is nothing to be kept.
    package func move() async throws -> BrowserToken? {
        // Two at once would leave a row that no cookie opens.
        try await locks.acquire(Self.moving, within: .seconds(30))
        do {
            let token = try await moveAlone()
            await locks.release(Self.moving)
            return token
        } catch {
            await locks.release(Self.moving)
            throw error
        }
    }

    private static let moving = SecretName(SecretKind("browser-move"))

    private func moveAlone() async throws -> BrowserToken? {
        let before = state.current, contents = try await current()
        let token = contents.isEmpty ? nil : try await seal.makeToken()
        let sealed = try token.map { try seal.seal(contents, for: $0) }
        if before.token != nil || token != nil {
            try await database.write { db in
                if let old = before.token { try BrowserTable.delete(old.id, in: db) }
                if let token, let sealed { try BrowserTable.insert(token.id, sealed, at: now(), in: db) }
            }
        }
        let mark = database.changeMark
        state.withLock { $0 = State(token: token, contents: contents, mark: mark) }
        return token
    }

    private func contents(of token: BrowserToken) async throws -> BrowserContents? {
        try await database.read { db in try BrowserTable.sealed(token.id, in: db) }.map {
            try seal.open($0, of: token)
        }
    }

    /// What is kept now: also what another process of the server has changed.
    private func current() async throws -> BrowserContents {
        let known = state.current
        guard let token = known.token else { return known.contents }
        let mark = database.changeMark
        if let mark, mark == known.mark { return known.contents }
        let contents = try await contents(of: token)
        return state.withLock { state in
            guard state.token?.id == token.id else { return state.contents }
            // The browser was forgotten.
            state = State(token: contents == nil ? nil : token, contents: contents ?? BrowserContents(), mark: mark)
            return state.contents
        }
    }

    // MARK: Secrets

    package func read(_ name: SecretName) async -> StoredSecret {
        do {
            return try await current()[name].map { .present($0) } ?? .absent
        } catch {
            return .unavailable(Self.failure(error))
        }
    }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await update(name) { _ in .save(secret) }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await update(name) { _ in .remove }
    }

    package func removeAll() async throws(SecretStoreError) {
        try await change { $0 = BrowserContents() }
    }

    package func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await change { contents throws(SecretStoreError) in
            let current = contents[name].map { StoredSecret.present($0) } ?? .absent
            let beside = other.flatMap { contents[$0] }.map { StoredSecret.present($0) } ?? .absent
            let (change, value) = decide(current, beside)
            switch change {
            case .keep: break
            case .remove: contents[name] = nil
            case .save(let secret):
                guard !secret.isEmpty else { throw .emptyValue }
                guard secret.count <= BrowserContents.limit else {
                    throw .valueTooLarge(byteCount: secret.count, limit: BrowserContents.limit)
                }
                contents[name] = secret
            }
            return value
        }
    }

    private func change<Value: Sendable>(
        _ decide: @escaping @Sendable (inout BrowserContents) throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        guard let token = state.current.token else {
            return try state.withLock { state throws(SecretStoreError) in try decide(&state.contents) }
        }
        do {
            let (seal, now) = (seal, now)
            let (contents, value) = try await database.write { db in
                let sealed = try BrowserTable.sealed(token.id, in: db)
                var contents = try sealed.map { try seal.open($0, of: token) } ?? BrowserContents()
                let value = try decide(&contents)
                if sealed != nil {
                    try BrowserTable.update(token.id, seal.seal(contents, for: token), at: now(), in: db)
                }
                return (contents, value)
            }
            state.withLock { state in
                // The next reading looks again.
                if state.token?.id == token.id { (state.contents, state.mark) = (contents, nil) }
            }
            return value
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> SecretStoreError {
        if let error = error as? SecretStoreError { return error }
        if error is CancellationError { return .cancelled }
        return switch (error as? SQLError)?.code {
        case .cancelled?: .cancelled
        case .busy?: .busy
        case .diskFull?: .noSpace(path: "browsers")
        default: .cryptography(reason: "\(error)")
        }
    }

    // MARK: Locks

    package func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        try await locks.acquire(name, within: limit ?? .seconds(30))
        do throws(SecretStoreError) {
            let value = try await body()
            await locks.release(name)
            return value
        } catch {
            await locks.release(name)
            throw error
        }
    }
}
