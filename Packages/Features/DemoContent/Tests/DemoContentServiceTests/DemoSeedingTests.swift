import AccountsServiceAPI
import CommentsServiceAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DemoContentService
import DemoPictures
import FeedServiceAPI
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import TelemetryAPI
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
        as id: UserID?, name: String, email: EmailAddress, password: Secret
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

    private func seed() async throws {
        let assembly = DemoContentServicePlugin.assemble(
            .init(
                accounts: world, verification: world, images: world, comments: world,
                random: SeededRandomSource(seed: 1), log: .disabled))
        for service in assembly.services { try await service.start() }
    }

    @Test func fillsAnEmptyFeedWithTheGallery() async throws {
        try await seed()
        let state = world.state.withLock { $0 }
        #expect(state.images.count >= 24)
        #expect(Set(state.images.values.map(\.content)).count == state.images.count)
        #expect(Set(state.images.values.map(\.visibility)) == [.everyone, .members])
        #expect(state.images.values.allSatisfy { $0.description?.isEmpty == false && $0.location?.isEmpty == false })
        #expect(state.comments.count == DemoGallery.pictures.reduce(0) { $0 + $1.comments.count })
        let times = state.order.compactMap { state.images[$0]?.createdAt }
        #expect(times == times.sorted())
        #expect(state.verified.count == state.users.count)
    }

    @Test func completesAStartThatWasCutShortAndChangesNothingAfterwards() async throws {
        world.state.withLock { $0.picturesLeft = 3 }
        await #expect(throws: ImagePublishingError.self) { try await seed() }
        world.state.withLock { $0.picturesLeft = .max }
        try await seed()
        let complete = world.state.withLock { $0 }
        #expect(complete.images.count == DemoGallery.pictures.count)
        world.state.withLock { $0.picturesLeft = 0 }
        try await seed()
        #expect(world.state.withLock { $0.users.count } == complete.users.count)
    }
}
