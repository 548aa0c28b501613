import AccountsServiceAPI
import CommentsServiceAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DemoContentService
import FeedServiceAPI
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import TelemetryAPI
import TelemetryTesting
import Testing

/// Accounts, pictures and comments in memory; publishing fails after a number
/// of pictures, as a start that is cut short does.
private final class World: AccountCreating, AccountReading, AccountVerifying, ImagePublishing, CommentPublishing {
    struct State: Sendable {
        var users: [EmailAddress: User] = [:]
        var verified: Set<UserID> = []
        var images: [ImageID: NewImage] = [:]
        var order: [ImageID] = []
        var comments: [CommentID: (image: ImageID, author: UserID)] = [:]
        var picturesLeft = Int.max
    }

    let state = Locked(State())

    func createAccount(
        as id: UserID?, name: String, email: EmailAddress, password: Secret, in language: String?
    ) async throws(AccountsError) -> User {
        let user = User(id: id ?? UserID(UUID()), name: name, email: email, isVerified: false, createdAt: Date())
        state.withLock { $0.users[email] = user }
        return user
    }

    func account(_ id: UserID) async throws(AccountsError) -> User? {
        state.withLock { $0.users.values.first { $0.id == id } }
    }

    func account(email: EmailAddress) async throws(AccountsError) -> User? {
        state.withLock { $0.users[email] }
    }

    func identifier(email: EmailAddress) async throws(AccountsError) -> UserID? {
        try await account(email: email)?.id
    }

    func markVerified(_ id: UserID, email: EmailAddress) async throws(AccountsError) -> User {
        state.withLock { _ = $0.verified.insert(id) }
        guard let user = try await account(id) else { throw .unknownAccount }
        return user
    }

    func publish(_ image: NewImage) async throws(ImagePublishingError) {
        let isPublished = state.withLock { state in
            guard state.picturesLeft > 0 else { return false }
            state.picturesLeft -= 1
            if state.images.updateValue(image, forKey: image.id) == nil { state.order.append(image.id) }
            return true
        }
        if !isPublished { throw .unavailable(reason: "the disk is full") }
    }

    func publish(
        _ id: CommentID, message: String, on image: ImageID, by author: UserID, at createdAt: Date
    ) async throws {
        state.withLock { $0.comments[id] = (image, author) }
    }
}

struct DemoSeedingTests {
    private let world = World()
    private let log = LogSpy()

    private var services: [any PluginService] {
        DemoContentServicePlugin.assemble(
            .init(
                accounts: world, verification: world, images: world, comments: world,
                random: SeededRandomSource(seed: 1), log: log.logger, now: { Date() })
        ).services
    }

    private func seed() async throws {
        for service in services { try await service.run() }
    }

    @Test(.requirement("OPS-08")) func keepsNoServerFromListening() async throws {
        for service in services { try await service.start() }
        #expect(world.state.withLock { $0.users.isEmpty && $0.images.isEmpty })
    }

    @Test func fillsAnEmptyFeedWithTheGalleryBesideTheServer() async throws {
        try await seed()
        let state = world.state.withLock { $0 }
        #expect(state.images.count == DemoGallery.pictures.count)
        #expect(state.comments.count == DemoGallery.pictures.reduce(0) { $0 + $1.comments.count })
        let times = state.order.compactMap { state.images[$0]?.createdAt }
        #expect(times == times.sorted())
        #expect(state.verified.count == state.users.count)
        #expect(log.records.first?.fields == ["picture": 1, "of": 26])
        #expect(log.messages.last == "the demo is complete")
    }

    @Test func completesWhatWasCutShortAndChangesNothingAfterwards() async throws {
        world.state.withLock { $0.picturesLeft = 3 }
        try await seed()
        #expect(log.messages.last == "the demo could not be completed; the next start goes on with it")
        #expect(log.records.last?.fields == ["reason": "the disk is full"])
        world.state.withLock { $0.picturesLeft = .max }
        try await seed()
        let complete = world.state.withLock { $0 }, messages = log.messages
        #expect(complete.images.count == DemoGallery.pictures.count)
        world.state.withLock { $0.picturesLeft = 0 }
        try await seed()
        #expect(world.state.withLock { $0.users.count } == complete.users.count)
        #expect(log.messages == messages)
    }

    @Test func endsWithTheServer() async throws {
        let filling = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await seed()
        }
        try await filling.value
        #expect(world.state.withLock { $0.images.isEmpty })
        #expect(log.records.allSatisfy { $0.level == .debug })
    }
}

struct DemoGalleryTests {
    private let pictures = DemoGallery.pictures

    @Test func hasPicturesForEverybodyAndSomeForMembersOnly() {
        #expect(pictures.count == 26 && pictures.filter(\.isPublic).count == 18)
    }

    @Test func givesEachPictureAFileAnIdentifierAndWordsOfItsOwn() {
        #expect(Set(pictures.map(\.content)).count == pictures.count)
        #expect(Set(pictures.map(\.id)).count == pictures.count)
        #expect(Set(pictures.map(\.description)).count == pictures.count)
        let messages = pictures.flatMap { $0.comments.map(\.message) }
        #expect(Set(messages).count == messages.count)
        #expect(pictures.allSatisfy { 2...5 ~= $0.comments.count && !$0.location.isEmpty })
    }

    @Test func staysTheSameOverReleases() {
        // Otherwise a feed that was filled by an older server is filled again.
        #expect(pictures.first?.id == ImageID("d1024a5f-ad64-8717-8466-a7d0954b76a3"))
        #expect(pictures.last?.id == ImageID("9594102a-9df2-8538-a99c-16c18fe81c9a"))
    }

    @Test func carriesWholeFilesWithoutDataAboutTheirMaking() {
        for picture in pictures {
            // ITU-T T.81, B.1.1.3: a file begins with SOI and ends with EOI.
            #expect(picture.content.starts(with: [0xFF, 0xD8]) && picture.content.suffix(2) == Data([0xFF, 0xD9]))
            // EXIF (JEITA CP-3451) would stand in an APP1 segment.
            #expect(picture.content.firstRange(of: Data("Exif".utf8)) == nil)
        }
    }
}
