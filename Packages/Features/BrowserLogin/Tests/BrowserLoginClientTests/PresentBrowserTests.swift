import BrowserLoginAPI
import BrowserLoginClient
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import SessionsAPI
import SessionsTesting
import Testing

/// A browser that is in front of the person already, at a page of the program's own.
struct PresentBrowserTests {
    private let back: URL

    init() throws {
        back = try #require(URL(string: "http://abcdefghijklmnop.essential.localhost:20001/sign-in/browser/back"))
    }

    @Test(.requirement("BROWSERLOGIN-15"), arguments: [nil, "es"])
    func itIsLedBackByItselfAndByALink(language: String?) async throws {
        let stage = BrowserLoginStage(isOpenable: true), back = back
        let user = try await stage.logIn(by: .present(comingBackTo: back)) { stage, program in
            await stage.comeBack(program, .letIn(Secret("c-1")), language: language)
        }
        #expect(user == BrowserLoginStage.user)
        // It is there, and nothing opens another one.
        #expect(stage.isOpen.current == nil)
        #expect(stage.refreshes.current == ["0; url=\(back.absoluteString)"])
        let page = try #require(stage.pages.current.first), isSpanish = language == "es"
        #expect(page.contains(isSpanish ? "Volver a Essential" : "Back to Essential"))
        #expect(
            page.contains("<a href=\"\(back.absoluteString)\">") && page.contains("<html lang=\"\(language ?? "en")\">")
        )
    }

    @Test(.requirement("BROWSERLOGIN-15", "BROWSERLOGIN-06", "EXT-09")) func whoIsRefusedIsLedBackToo() async throws {
        let stage = BrowserLoginStage(), back = back
        await #expect(throws: BrowserLoginError.refused) {
            try await stage.logIn(by: .present(comingBackTo: back)) { await $0.comeBack($1, .refused) }
        }
        #expect(stage.refreshes.current == ["0; url=\(back.absoluteString)"])
        #expect(stage.pages.current[0].contains("You didn't let this program in."))
    }

    /// Whoever is logged in in the program does so once more; at the server's page there may be anybody.
    @Test(.requirement("BROWSERLOGIN-18", "SESS-21"), arguments: [true, false])
    func onlyWhoIsLoggedInLogsInOnceMore(isSame: Bool) async throws {
        let stage = BrowserLoginStage(), back = back
        let before = StoredSession.sample(user: isSame ? BrowserLoginStage.user : .sample())
        try await stage.sessions.save(before)
        let logIn = {
            try await stage.logIn(by: .present(comingBackTo: back)) { await $0.comeBack($1, .letIn(Secret("c-1"))) }
        }
        if isSame {
            #expect(try await logIn() == before.user)
            #expect(stage.sessions.session?.isSame(as: before) == false)
        } else {
            let error = await #expect(throws: BrowserLoginError.self) { try await logIn() }
            #expect(error?.code == "somebody_is_logged_in" && stage.sessions.session?.isSame(as: before) == true)
        }
    }

    /// Somebody else who listens on this machine may have set them: cookies know no ports.
    @Test(.requirement("BROWSERLOGIN-06", "EXT-08")) func cookiesFromElsewhereAreInNobodysWay() async throws {
        let stage = BrowserLoginStage(), back = back
        _ = try await stage.logIn(by: .present(comingBackTo: back)) { stage, program in
            let refused = stage.refusal(because: .headersTooLarge(limit: 16_384))
            #expect(refused?.fields["Clear-Site-Data"] == "\"cookies\"")
            #expect(refused?.status == .requestHeaderFieldsTooLarge)
            #expect(stage.refusal(because: .notFound)?.fields["Clear-Site-Data"] == nil)
            // The same page, loaded again: nothing was taken yet.
            await stage.comeBack(program, .letIn(Secret("c-1")))
        }
    }

    /// Where the program is found stays a secret of the browser that began.
    @Test(.requirement("BROWSERLOGIN-16")) func whoDoesNotKnowTheStateIsToldNothing() async throws {
        let stage = BrowserLoginStage(), back = back
        _ = try await stage.logIn(by: .present(comingBackTo: back)) { stage, program in
            #expect(!stage.opened.current.contains { $0.contains("essential.localhost") })
            let good = program.wayBack(with: .refused, from: BrowserLoginStage.issuer)?.query() ?? ""
            for (query, host) in [
                ("", "127.0.0.1:40123"), ("code=c&state=x&iss=y", "127.0.0.1:40123"), (good, "x:40123"),
            ] {
                #expect(await stage.visit(query, host: host) == .notFound)
            }
            #expect(stage.refreshes.current == [nil, nil, nil])
            #expect(stage.pages.current.allSatisfy { !$0.contains("essential.localhost") })
            await stage.comeBack(program, .letIn(Secret("c-1")))
        }
    }

    /// The program goes on when it is interrupted for something else, and ends it by itself.
    @Test(.requirement("BROWSERLOGIN-17")) func whoEndsTheTaskEndsTheLogin() async throws {
        let stage = BrowserLoginStage(), back = back
        let task = Task {
            _ = await #expect(throws: BrowserLoginError.cancelled) {
                try await stage.logIn(by: .present(comingBackTo: back)) { stage, _ in
                    stage.interruption.continuation.yield()
                }
            }
        }
        await stage.clock.waitForSleepers()
        task.cancel()
        await task.value
        #expect(stage.sessions.saveCount == 0)
    }
}
