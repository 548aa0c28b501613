import CoreModels
import Glibc
import HTTPTransportAPI
import Locking
import SecureStorageAPI

/// Kills the process at a point of input and output.
final class Fuse: Sendable {
    private let left: Locked<Int>

    init(burnsAt point: Int) {
        left = Locked(point)
    }

    func pass() {
        let isOver = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isOver { kill(getpid(), SIGKILL) }
    }
}

/// A vault with a point before and after each call, and one between reading and
/// writing.
struct FusedStore: SecretReading, SecretWriting, SecretUpdating {
    let store: any SecretStore
    let fuse: Fuse

    func read(_ name: SecretName) async -> StoredSecret {
        fuse.pass()
        defer { fuse.pass() }
        return await store.read(name)
    }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        fuse.pass()
        defer { fuse.pass() }
        try await store.save(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) {
        fuse.pass()
        defer { fuse.pass() }
        try await store.remove(name)
    }

    func removeAll() async throws(SecretStoreError) {
        fuse.pass()
        defer { fuse.pass() }
        try await store.removeAll()
    }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        fuse.pass()
        defer { fuse.pass() }
        return try await store.update(name, beside: other) { [fuse] current, other in
            fuse.pass()
            defer { fuse.pass() }
            return decide(current, other)
        }
    }
}

/// A network with a point before and after each request.
struct FusedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let fuse: Fuse

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        fuse.pass()
        defer { fuse.pass() }
        return try await transport.send(request)
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.download(request, toFile: path, progress: progress)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport.stream(request)
    }
}
