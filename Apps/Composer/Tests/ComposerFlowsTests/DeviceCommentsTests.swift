import AtomicFiles
import CommentsAPI
import CommentsTesting
import ComposerFlows
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import SessionsAPI
import SessionsTesting
import Testing

/// What was said of a picture is there without a connection, for whose it is.
struct DeviceCommentsTests {
    private static let off = CommentsError.connectivity(LocalizedText(en: "Off.", es: "Sin red."))
    private let image = ImageID(UUID())
    private let comment = ImageComment(
        id: CommentID(UUID()), message: "Hi.", createdAt: Date(timeIntervalSince1970: 0), username: "Ana")
    private var page: CommentsPage { CommentsPage(items: [comment]) }
    /// The same, with what is in the way.
    private var keptPage: CommentsPage { CommentsPage(items: [comment], obstacle: Self.off.text) }

    private func read(
        _ comments: Result<[ImageComment], CommentsError>, _ kept: Kept,
        by sessions: any SessionStoring = InMemorySessionStore()
    ) async throws -> CommentsPage? {
        try await DeviceComments(CommentsSpy(comments: comments), kept: kept, sessions: sessions)
            .comments(on: image, after: nil, limit: 30)
    }

    @Test(.requirement("COMM-01", "COMM-02")) func whatWasSeenIsThereLater() async throws {
        let kept = Kept()
        #expect(try await read(.success([comment]), kept) == page)
        #expect(try await read(.failure(Self.off), kept) == keptPage)
        #expect(try await read(.failure(.imageNotFound), kept) == nil)
        let error = await #expect(throws: CommentsError.self) { try await read(.failure(Self.off), kept) }
        #expect(error?.code == "no_connectivity")
        #expect(error?.text.english == "Off. The comments of this picture aren't on this device.")
    }

    @Test(.requirement("COMM-01", "COMM-02")) func theTerminalAndThePagesKeepTheSame() async throws {
        let kept = Kept(), sessions = InMemorySessionStore()
        let online = DeviceComments(CommentsSpy(comments: .success([comment])), kept: kept, sessions: sessions)
        #expect(try await online.loadComments(on: image, after: nil, limit: 10) == page)
        #expect(try await read(.failure(Self.off), kept) == keptPage)
        let offline = DeviceComments(CommentsSpy(comments: .failure(Self.off)), kept: kept, sessions: sessions)
        #expect(try await offline.loadComments(on: image, after: nil, limit: 10) == keptPage)
        let gone = DeviceComments(CommentsSpy(comments: .failure(.imageNotFound)), kept: kept, sessions: sessions)
        await #expect(throws: CommentsError.imageNotFound) {
            try await gone.loadComments(on: image, after: nil, limit: 10)
        }
        await #expect(throws: Self.off) { try await offline.loadComments(on: image, after: nil, limit: 10) }
    }

    @Test(.requirement("COMM-02")) func otherRefusalsAreNotHidden() async throws {
        let kept = Kept(pages: [image: page])
        for error in [CommentsError.notLoggedIn, .invalidData] {
            await #expect(throws: error) { try await read(.failure(error), kept) }
        }
        await #expect(throws: Self.off) { try await read(.failure(Self.off), kept, by: UnreadableSessions()) }
    }

    private struct UnreadableSessions: SessionStoring {
        func load() -> SessionReading { .unavailable(.unreadable) }
        func save(_ session: StoredSession) throws(SessionStoreError) { throw .unreadable }
        func requireKey(of session: StoredSession) throws(SessionStoreError) { throw .unreadable }
        func save(
            _ session: StoredSession, unless stays: (SessionReading) -> Bool
        ) throws(SessionStoreError) -> SessionReading { throw .unreadable }
        func remove() throws(SessionStoreError) { throw .unreadable }
        func replace(_ old: StoredSession, with new: StoredSession?) throws(SessionStoreError) -> Bool {
            throw .unreadable
        }
    }

    private final class Kept: CommentCaching {
        private let pages: Locked<[ImageID: CommentsPage]>

        init(pages: [ImageID: CommentsPage] = [:]) { self.pages = Locked(pages) }

        func tenant() -> CacheTenant { CacheTenant(0) }

        func save(_ page: CommentsPage, on image: ImageID, after cursor: CommentID?, for tenant: CacheTenant) {
            pages.withLock { $0[image] = page }
        }

        func page(on image: ImageID, after cursor: CommentID?, limit: Int) -> CommentsPage? { pages.current[image] }

        func forget(_ image: ImageID) { pages.withLock { $0[image] = nil } }
    }
}
