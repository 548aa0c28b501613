import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import Testing

/// The pages of the feed, and what a person does between them.
struct FeedPagingTests: FeedCommandSuite {
    @Test func asksForThePageThatIsWanted() async throws {
        let spy = FeedLoadingSpy(page([lake]))
        _ = try await runner(spy).run("feed", "--limit", "3", "--after", "\(moor.id)")
        #expect(spy.calls == [.init(cursor: moor.id, limit: 3)])
    }

    @Test func aPipeGetsOnePageAndHowToGetTheNext() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor]))
        let run = try await runner(spy).run("feed")
        #expect(spy.calls.count == 1)
        #expect(run.output.contains("essential feed --after 1"))
    }

    @Test func allMeansAllPagesInOneObject() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor], next: moor.id), page([]))
        let run = try await runner(spy).run("feed", "--all", "--limit", "1", "--json")
        #expect(
            spy.calls == [
                .init(cursor: nil, limit: 1), .init(cursor: lake.id, limit: 1), .init(cursor: moor.id, limit: 1),
            ])
        struct Answer: Decodable {
            struct Item: Decodable { let id: ImageID }
            let items: [Item]
            let next: ImageID?
        }
        let answer = try run.json(Answer.self)
        #expect(answer.items.map(\.id) == [lake.id, moor.id])
        #expect(answer.next == nil)
    }

    @Test func aPersonIsAskedBeforeEachFurtherPage() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), page([moor], next: moor.id), page([.make(3)]))
        let terminal = TerminalSpy(answers: [.text("y"), .text("n")], width: 100)
        let run = try await runner(spy).run("feed", on: terminal)
        #expect(terminal.questions.map(\.text) == ["Show more?", "Show more?"])
        #expect(run.exit == .success)
        #expect(run.output.contains("A moor"))
        #expect(!run.output.contains("\(FeedImage.make(3).id)"))
    }

    @Test(.timeLimit(.minutes(1))) func theNextPageComesWhileThePersonLooksAtThisOne() async throws {
        let feed = PatientFeed(first: try page([lake], next: lake.id).get())
        let run = try await runner(feed).run("feed", on: TerminalSpy(answers: [.text("n")], width: 100))
        #expect(run.exit == .success)
        #expect(feed.cancelled.current == [lake.id], "whoever has seen enough waits for nothing")
    }

    @Test func aPipeAsksForNoPageThatNobodyWants() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id))
        _ = try await runner(spy).run("feed")
        _ = try await runner(spy).run("feed", "--json", on: TerminalSpy(answers: [.text("y")], width: 100))
        #expect(spy.calls.map(\.cursor) == [nil, nil])
    }

    @Test(.requirement("PUBFEED-04"), arguments: [("en", "Try again?"), ("es", "¿Intentarlo de nuevo?")])
    func aPersonMayTryAgain(language: String, question: String) async throws {
        let offline = FeedError.connectivity(LocalizedText(en: "No way through.", es: "Sin camino."))
        let spy = FeedLoadingSpy(.failure(offline), .failure(offline), page([lake]))
        let terminal = TerminalSpy(answers: [.text("y"), .text("")], width: 100)
        let run = try await runner(spy).run("feed", "--language", language, on: terminal)
        #expect(terminal.questions.map(\.text) == [question, question])
        #expect(run.exit == .success)
        #expect(run.output.contains("A lake at dawn"))
        #expect(run.errors.contains(offline.text.text(in: language == "es" ? .spanish : .english)))
    }

    @Test(.requirement("PUBFEED-04")) func whoDoesNotTryAgainIsToldOnceMoreInTheExitStatus() async throws {
        let offline = FeedError.connectivity(LocalizedText(en: "No way through.", es: "Sin camino."))
        for answers in [[TerminalSpy.Answer.text("y"), .text("n")], [.text("y")]] {
            let spy = FeedLoadingSpy(page([lake], next: lake.id), .failure(offline))
            let run = try await runner(spy).run("feed", on: TerminalSpy(answers: answers, width: 100))
            #expect(run.exit == .noConnectivity)
            #expect(run.output.contains("A lake at dawn"), "what was there was shown")
        }
    }

    @Test(.requirement("FEED-03"), arguments: [("en", "all that is kept"), ("es", "todo lo que hay guardado")])
    func whatIsKeptMayEndBeforeTheFeed(language: String, text: String) async throws {
        let run = try await runner(FeedLoadingSpy(cached([lake]))).run("feed", "--language", language)
        #expect(run.output.contains(text))
        let whole = try await runner(FeedLoadingSpy(page([lake]))).run("feed", "--language", language)
        #expect(!whole.output.contains(text))
    }

    @Test(.requirement("FEED-03")) func aConnectionThatGoesInTheMiddleIsTold() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id), cached([moor]))
        let run = try await runner(spy).run("feed", "--all")
        #expect(run.output.contains("A moor"))
        #expect(run.errors.contains("as it was \(savedAt)"))
    }

    @Test func anEndOfInputIsANo() async throws {
        let spy = FeedLoadingSpy(page([lake], next: lake.id))
        let run = try await runner(spy).run("feed", on: TerminalSpy(answers: [], width: 100))
        #expect(run.exit == .success)
        #expect(!run.output.contains("A moor"))
    }
}
