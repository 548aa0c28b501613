import BrowsersService
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ScreensHostingAPI
import Testing

/// What is written in browsers while somebody does something else first.
struct BrowserDraftsTests {
    private let suite: BrowserSuite
    private let drafts: any DraftKeeping
    private let ana = UserID(UUID()), ben = UserID(UUID())

    init() async throws {
        suite = try await BrowserSuite()
        drafts = try suite.scopes().drafts
    }

    /// The room of strangers of one network.
    private func room(_ number: Int = 0) throws -> DraftRoom {
        DraftRoom(of: nil, from: try #require(IPAddress("198.51.\(number).7")))
    }

    private func keep(
        _ text: String, _ name: String = "", of owner: UserID? = nil, at token: Secret? = nil, or common: Secret? = nil,
        in room: DraftRoom? = nil
    ) async throws -> Secret? {
        try await drafts.keep(
            text, named: name, of: owner, at: token, or: common, in: room ?? owner.map { .person($0) } ?? self.room())
    }

    @Test func whoShowsTheTokenFindsWhatIsTheirs() async throws {
        let token = try #require(try await keep("a thought", "a", of: ana))
        suite.date.advance(by: .seconds(1))
        #expect(try await keep("another", "b", of: ana, at: token)?.isEqual(to: token) == true)
        #expect(try await keep("his", "a", of: ben, at: token) == nil, "the name is hers")
        _ = try await keep("his", "c", of: ben, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == ["another", "a thought"])
        #expect(try await drafts.drafts(of: ben, at: token) == ["his"])
        _ = try await keep("a thought, longer", "a", of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token).contains("a thought, longer"))
        #expect(try await drafts.drafts(of: ana, at: token).count == 2)
        for text in ["", "guessed", String(repeating: "A", count: 43)] {
            #expect(try await drafts.drafts(of: ana, at: Secret(text)) == [])
            try await drafts.forget(["a", "b"], of: ana, at: Secret(text))
        }
        try await drafts.forget(["a", "b", "c"], of: ben, at: token)
        #expect(try await drafts.drafts(of: ben, at: token) == [])
        #expect(try await drafts.drafts(of: ana, at: token).count == 2)
        try await drafts.forget(["a"], of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == ["another"])
        try await drafts.forget(["b"], of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == [])
    }

    @Test func whatNobodyOwnsIsOfWhoeverComesFirst() async throws {
        let token = try #require(try await keep("a thought", "a"))
        #expect(try await drafts.drafts(of: ana, at: token) == ["a thought"])
        try await drafts.claim(at: token, for: ana)
        try await drafts.claim(at: token, for: ben)
        #expect(try await drafts.drafts(of: ben, at: token) == [])
        try await drafts.forget(["a"], of: ben, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == ["a thought"])
    }

    @Test func aTokenIsTheServersOwn() async throws {
        let chosen = Secret(String(repeating: "A", count: 43))
        #expect(try await keep("a thought", at: chosen)?.isEqual(to: chosen) == false)
    }

    @Test func itIsKeptForADayAndAsLongAsAnyCommentIs() async throws {
        let long = String(repeating: "😀", count: DraftLimits.bytes / 4)
        let token = try #require(try await keep(long, "a", of: ana))
        #expect(try await keep(long + "x", "a", of: ana, at: token) == nil)
        #expect(try await drafts.drafts(of: ana, at: token) == [long], "what was before is kept")
        suite.date.advance(by: .seconds(DraftLimits.lifetime - 1))
        #expect(try await drafts.drafts(of: ana, at: token).count == 1)
        suite.date.advance(by: .seconds(1))
        #expect(try await drafts.drafts(of: ana, at: token) == [])
    }

    @Test func aBrowserHasAFew() async throws {
        var token: Secret?
        for number in 0..<DraftLimits.count {
            token = try await keep("\(number)", "\(number)", at: token)
            #expect(token != nil)
        }
        #expect(try await keep("more", "more", at: token) == nil)
        #expect(try await keep("0 again", "0", at: token) != nil)
        // Those of the next person are others.
        #expect(try await keep("hers", "hers", of: ana, at: token) != nil)
        #expect(try await drafts.drafts(of: ana, at: try #require(token)).count == DraftLimits.count + 1)
    }

    /// Whoever didn't log out, as when their session was ended, leaves what they wrote.
    @Test func whatOthersLeftIsInNobodysWay() async throws {
        var token: Secret?
        for number in 0..<DraftLimits.count {
            token = try await keep("\(number)", "\(number)", of: ana, at: token, in: room())
            #expect(token != nil)
        }
        #expect(try await keep("more", "more", of: ana, at: token) == nil)
        #expect(try await keep("a stranger's", "stranger", at: token) != nil)
        #expect(try await keep("his", "his", of: ben, at: token) != nil)
        #expect(Set(try await drafts.drafts(of: ben, at: try #require(token))) == ["his", "a stranger's"])
        #expect(try await drafts.drafts(of: ana, at: try #require(token)).count == DraftLimits.count + 1)
    }

    /// A browser of very many people: the next one is told, and nothing of the others goes.
    @Test func aBrowserHasSoManyOfAll() async throws {
        var token: Secret?
        for number in 0..<DraftLimits.browserCount {
            let owner = number < DraftLimits.count ? ana : UserID(UUID())
            token = try await keep("\(number)", "\(number)", of: owner, at: token)
            #expect(token != nil)
        }
        #expect(try await keep("more", "more", of: ben, at: token) == nil)
        #expect(try await keep("more", "more", at: token) == nil)
        #expect(try await drafts.drafts(of: ana, at: try #require(token)).count == DraftLimits.count)
        #expect(try await keep("0, longer", "0", of: ana, at: token) != nil)
        #expect(try await keep("elsewhere", "more", of: ben) != nil)
    }

    /// However many addresses they have.
    @Test(.requirement("NAV-04"), .timeLimit(.minutes(2))) func strangersPushOutNothing() async throws {
        let hers = try #require(try await keep("hers", of: ana)), first = try #require(try await keep("first"))
        let long = String(repeating: "x", count: 64 * 1_024 - 100)
        var kept = 0
        for network in 1...70 {
            for _ in 0..<6 where try await keep(long, in: room(network)) != nil { kept += 1 }
        }
        #expect((200...260).contains(kept), "\(kept)")
        #expect(try await keep(long, in: room(200)) == nil)
        #expect(try await drafts.drafts(of: ana, at: hers) == ["hers"])
        #expect(try await drafts.drafts(of: ana, at: first) == ["first"])
        // Whoever is signed in has room of their own.
        #expect(try await keep("his", of: ben) != nil)
        // Tomorrow there is room again.
        suite.date.advance(by: .seconds(DraftLimits.lifetime))
        #expect(try await keep("now", in: room(200)) != nil)
    }

    @Test func onePersonHasSoMuchRoomInAllBrowsers() async throws {
        var kept = 0
        for _ in 0..<300 where try await keep("short", of: ana) != nil { kept += 1 }
        #expect(kept == 256)
        #expect(try await keep("his", of: ben) != nil)
    }

    @Test func theDatabaseTellsNothing() async throws {
        let token = try #require(try await keep("a thought of mine", "a", of: ana))
        func rows(_ column: SQL) async throws -> [Data] {
            try await suite.database.database.read { db in try db.values(column, as: Data.self) }
        }
        let sealed = try await rows("SELECT sealed FROM browser_drafts")
        #expect(sealed.count == 1 && !sealed[0].contains(Data("thought".utf8)))
        #expect(try await rows("SELECT owner FROM browser_drafts").map(\.count) == [16])
        suite.date.advance(by: .seconds(DraftLimits.lifetime))
        try await suite.database.database.write { db in try DraftTable.sweep(suite.date.now).body(db) }
        #expect(try await drafts.drafts(of: ana, at: token) == [])
        #expect(try await rows("SELECT sealed FROM browser_drafts").isEmpty)
    }

    /// A server that was updated has drafts of before.
    @Test func whatWasKeptBeforeThereWereSeveralIsFound() async throws {
        let token = try #require(try await keep("as before"))
        try await suite.database.database.write { db in
            try db.run("UPDATE browser_drafts SET keeper = NULL, owner = NULL, room = 0")
        }
        #expect(try await drafts.drafts(of: ana, at: token) == ["as before"])
        try await drafts.forget([""], of: ana, at: token)
        #expect(try await drafts.drafts(of: ana, at: token) == [])
    }
}
