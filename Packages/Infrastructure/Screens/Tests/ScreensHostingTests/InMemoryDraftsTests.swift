import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import ScreensHosting
import ScreensHostingAPI
import Testing

/// What is written in the browsers of a person's own program.
struct InMemoryDraftsTests {
    private let date = ManualDate()
    private let drafts: InMemoryDrafts
    private let ana = UserID(UUID()), ben = UserID(UUID())

    init() throws {
        drafts = InMemoryDrafts(random: try Cryptography.real().random, now: date.now, count: 12)
    }

    private func keep(_ text: String, _ name: String, of owner: UserID? = nil, at token: Secret? = nil) async throws
        -> Secret?
    {
        try await drafts.keep(
            text, named: name, of: owner, at: token, or: nil, in: DraftRoom(of: owner, from: .loopback))
    }

    @Test func whoShowsTheTokenFindsWhatIsTheirs() async throws {
        let token = try #require(try await keep("a thought", "a", of: ana)),
            other = try #require(try await keep("x", "a"))
        #expect(!other.isEqual(to: token))
        _ = try await keep("another", "b", of: ana, at: token)
        _ = try await keep("his", "a", of: ben, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == ["another", "a thought"])
        #expect(try await drafts.drafts(of: ben, at: token) == ["his"])
        #expect(try await drafts.drafts(of: ana, at: Secret("guessed")) == [])
        _ = try await keep("another one", "b", of: ana, at: token)
        try await drafts.forget(["a"], of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == ["another one"])
        #expect(try await drafts.drafts(of: ben, at: token) == ["his"])
        try await drafts.forget(["b"], of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == [])
        #expect(try await drafts.drafts(of: ana, at: other) == ["x"])
    }

    @Test func whatNobodyOwnsIsOfWhoeverComesFirst() async throws {
        let token = try #require(try await keep("a thought", "a"))
        try await drafts.claim(at: token, for: ana)
        try await drafts.claim(at: token, for: ben)
        #expect(try await drafts.drafts(of: ana, at: token) == ["a thought"])
        #expect(try await drafts.drafts(of: ben, at: token) == [])
    }

    @Test func itIsKeptForADayAndNotWithoutLimits() async throws {
        let token = try #require(try await keep("0", "0", of: ana))
        #expect(try await keep(String(repeating: "x", count: DraftLimits.bytes + 1), "0", of: ana, at: token) == nil)
        for number in 1..<DraftLimits.count {
            #expect(try await keep("\(number)", "\(number)", of: ana, at: token) != nil)
        }
        #expect(try await keep("8", "8", of: ana, at: token) == nil)
        for number in DraftLimits.count..<12 { #expect(try await keep("x", "\(number)", of: ben) != nil) }
        #expect(try await keep("x", "x", of: ben) == nil)
        #expect(try await drafts.drafts(of: ana, at: token).count == DraftLimits.count)
        date.advance(by: .seconds(DraftLimits.lifetime - 1))
        #expect(try await drafts.drafts(of: ana, at: token).count == DraftLimits.count)
        date.advance(by: .seconds(1))
        #expect(try await drafts.drafts(of: ana, at: token) == [])
    }
}
