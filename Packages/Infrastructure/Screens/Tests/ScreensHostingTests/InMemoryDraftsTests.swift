import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import ScreensHosting
import ScreensHostingAPI
import Testing

/// What is written in the browsers of a person's own program.
struct InMemoryDraftsTests {
    private let date = ManualDate()
    private let drafts: InMemoryDrafts

    init() throws {
        drafts = InMemoryDrafts(random: try Cryptography.real().random, now: date.now, count: 3)
    }

    @Test func whoShowsTheTokenFindsWhatIsKept() async throws {
        let token = try #require(try await drafts.keep("a thought")), other = try #require(try await drafts.keep("x"))
        #expect(try await drafts.draft(of: token) == "a thought")
        #expect(try await drafts.draft(of: Secret("guessed")) == nil)
        try await drafts.forget(token)
        #expect(try await drafts.draft(of: token) == nil)
        #expect(try await drafts.draft(of: other) == "x")
    }

    @Test func itIsKeptForADayAndNotWithoutLimits() async throws {
        #expect(try await drafts.keep(String(repeating: "x", count: DraftLimits.bytes + 1)) == nil)
        let first = try #require(try await drafts.keep("first"))
        var last = first
        for number in 1...3 { last = try #require(try await drafts.keep("\(number)")) }
        #expect(try await drafts.draft(of: first) == nil)
        date.advance(by: .seconds(DraftLimits.lifetime - 1))
        #expect(try await drafts.draft(of: last) == "3")
        date.advance(by: .seconds(1))
        #expect(try await drafts.draft(of: last) == nil)
    }
}
