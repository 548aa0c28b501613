import BrowsersService
import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ScreensHostingAPI
import Testing

/// What is written in browsers.
struct BrowserDraftsTests {
    private let suite: BrowserSuite

    init() async throws {
        suite = try await BrowserSuite()
    }

    @Test func whoShowsTheTokenFindsWhatIsKept() async throws {
        let drafts = try suite.scopes().drafts
        let token = try #require(try await drafts.keep("a thought")), other = try await drafts.keep("another")
        #expect(try await drafts.draft(of: token) == "a thought")
        try await drafts.forget(token)
        #expect(try await drafts.draft(of: token) == nil)
        #expect(try await drafts.draft(of: try #require(other)) == "another")
        for text in ["", "guessed", String(repeating: "A", count: 43)] {
            #expect(try await drafts.draft(of: Secret(text)) == nil)
            try await drafts.forget(Secret(text))
        }
    }

    @Test func itIsKeptForADayAndNotWithoutLimits() async throws {
        let drafts = try suite.scopes().drafts
        let token = try #require(try await drafts.keep(String(repeating: "x", count: DraftLimits.bytes)))
        #expect(try await drafts.keep(String(repeating: "x", count: DraftLimits.bytes + 1)) == nil)
        suite.date.advance(by: .seconds(DraftLimits.lifetime - 1))
        #expect(try await drafts.draft(of: token) != nil)
        suite.date.advance(by: .seconds(1))
        #expect(try await drafts.draft(of: token) == nil)
    }

    @Test func thoseThatWereKeptFirstGo() async throws {
        let drafts = try suite.scopes().drafts
        let first = try #require(try await drafts.keep("first"))
        suite.date.advance(by: .seconds(1))
        var last: Secret?
        for number in 0..<DraftLimits.count { last = try await drafts.keep("\(number)") }
        #expect(try await drafts.draft(of: first) == nil)
        #expect(try await drafts.draft(of: try #require(last)) == "\(DraftLimits.count - 1)")
    }

    @Test func theDatabaseTellsNothing() async throws {
        let drafts = try suite.scopes().drafts
        let token = try #require(try await drafts.keep("a thought of mine"))
        let rows = try await suite.database.database.read { db in
            try db.values("SELECT sealed FROM browser_drafts", as: Data.self)
        }
        #expect(rows.count == 1 && !rows[0].contains(Data("thought".utf8)))
        suite.date.advance(by: .seconds(DraftLimits.lifetime))
        try await suite.database.database.write { db in try DraftTable.sweep(suite.date.now).body(db) }
        #expect(try await drafts.draft(of: token) == nil)
        let rest = try await suite.database.database.read { db in
            try db.values("SELECT sealed FROM browser_drafts", as: Data.self)
        }
        #expect(rest.isEmpty)
    }
}
