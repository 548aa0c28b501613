import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Who sends a file hears how much of it is on its way.
@Suite(.timeLimit(.minutes(15)))
struct UploadProgressTests {
    private let transport = Transport().transport
    private static let size = 3_000_000

    @Test func aFileIsToldInPartsUpToItsEnd() async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "picture")
        try Data(repeating: 1, count: Self.size).write(to: URL(filePath: path))
        let peer = try LoopbackPeer(answering: answer("")), progress = Locked<[TransferProgress]>([])
        _ = try await transport.send(
            HTTPRequest(
                method: .post, url: peer.url(), body: .file(path: path),
                uploadObserver: UploadObserver { part in progress.withLock { $0.append(part) } }))
        let heard = progress.current
        #expect(heard.count > 10)
        #expect(heard.allSatisfy { $0.totalBytes == Self.size })
        let counts = heard.map(\.completedBytes)
        #expect(counts == counts.sorted())
        #expect(counts.last == Self.size)
    }

    @Test func anObserverIsEqualToItsCopiesAlone() {
        let observer = UploadObserver { _ in }, copy = observer
        #expect(observer == copy)
        #expect(observer != UploadObserver { _ in })
    }
}
