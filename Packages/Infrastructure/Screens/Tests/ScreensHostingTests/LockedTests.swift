import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What is shown and taken while what belongs to the person is locked.
struct LockedTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
        stage.isLocked.withLock { $0 = true }
    }

    private func ask(_ path: String) async -> ServerResponse {
        await stage.router.respond(to: .sample(.get, path, fields: FormStage.own))
    }

    /// The form that goes along, as it is sent on.
    private func kept(in text: String) throws -> Substring {
        let kept = try #require(text.firstMatch(of: /name="_kept" value="([^"]*)"/)?.output.1)
        return kept.replacing("&amp;", with: "&").replacing("%", with: "%25").replacing("&", with: "%26")
            .replacing("=", with: "%3D")
    }

    @Test(arguments: ["/write", "/out", "/sign-in", "/gone"]) func allScreensLeadToTheOneThatOpensIt(
        path: String
    ) async throws {
        let page = await ask(path)
        #expect(page.status == .seeOther && page.fields["Clear-Site-Data"] == "\"cache\"")
        #expect(page.fields[.location] == "/unlock?then=%2F\(path.dropFirst())")
        let unlock = await ask("/unlock")
        #expect(unlock.status == .ok && unlock.fields["Clear-Site-Data"] == "\"cache\"")
        #expect(await ask("/file").status == .notFound)
        stage.isLocked.withLock { $0 = false }
        #expect(await ask("/write").status == .ok)
        #expect(await ask("/file").status == .ok)
    }

    @Test(.requirement("STORE-28")) func pagesThatAreOpenAreToldWhenItIsLocked() async throws {
        var live = FormStage.own
        live[.accept] = "text/event-stream"
        let answer = await stage.router.respond(to: .sample(.get, "/live", query: "on=lock", fields: live))
        guard case .events(let produce) = answer.body else { return #expect(Bool(false), "no stream") }
        let writer = EventWriter(count: 1), task = Task { try? await produce(writer) }
        stage.locks.continuation.finish()
        #expect(await writer.text().hasSuffix("event: ended\ndata: /unlock\n\n"))
        task.cancel()
        await task.value
    }

    @Test(.requirement("STORE-28")) func eachPageFollowsTheLockUntilItIsLocked() async throws {
        let unlock = try await text(of: "/unlock")
        #expect(unlock.contains("/lock.") && unlock.contains(#"data-own="on=end""#))
        stage.isLocked.withLock { $0 = false }
        let write = try await text(of: "/write")
        #expect(write.contains("/lock.") && write.contains(#"data-own="on=end&amp;on=person&amp;on=lock""#))
    }

    @Test(.requirement("LOGOUT-01")) func pagesThatAreOpenAreToldWhenWhoeverWasThereLeftAndWhenItEnds() async throws {
        let told = [
            ("person:\(UUID())", "event: ended\ndata: /sign-in?ended=1\n\n", stage.departures),
            ("end", "event: over\ndata: \n\n", stage.endings),
        ]
        for (topic, event, ending) in told {
            var live = FormStage.own
            live[.accept] = "text/event-stream"
            let answer = await stage.router.respond(to: .sample(.get, "/live", query: "on=\(topic)", fields: live))
            guard case .events(let produce) = answer.body else { return #expect(Bool(false), "no stream") }
            let writer = EventWriter(count: 1), task = Task { try? await produce(writer) }
            ending.continuation.finish()
            #expect(await writer.text().hasSuffix(event))
            task.cancel()
            await task.value
        }
    }

    private func text(of path: String) async throws -> String {
        String(decoding: try await ask(path).collectBody(), as: UTF8.self)
    }

    @Test func whoOpensItGoesWhereTheyWanted() async throws {
        let answer = try await stage.send("/unlock?then=%2Fwrite%3Fa%3Db", "_form=unlock")
        #expect(answer.response.status == .seeOther && answer.response.fields[.location] == "/write?a=b")
        // It is the same person.
        #expect(answer.response.fields["Set-Cookie"] == nil)
    }

    @Test func whatWasSentMeanwhileComesBack() async throws {
        let body = "_form=write&_key=0123456789abcdef&_at=%2Fwrite&text=long&secret-code=246810"
        let first = try await stage.send("/write", body)
        #expect(first.response.status == .ok && first.text.contains("It is locked."))
        #expect(stage.done.current == [] && !first.text.contains("246810"))
        let second = try await stage.go("/unlock?then=%2Fwrite", "_form=unlock&_kept=\(try kept(in: first.text))")
        #expect(second.text.contains(">\nlong</textarea>") && second.text.contains("open again"))
        // A browser that goes back sends what it sent.
        #expect(try await stage.send("/write", body).response.status == .seeOther)
        #expect(stage.done.current == ["long"])
    }

    @Test func lockingAndOpeningIsDoneEachTimeThatItIsSent() async throws {
        let unlock = "_form=unlock&_key=0123456789abcdef", lock = "_form=lock&_key=fedcba9876543210"
        let write = "_form=write&_key=0123456789abcdeg&text=a"
        for _ in 1...2 {
            #expect(try await stage.send("/unlock", unlock).response.fields["Clear-Site-Data"] == nil)
            #expect(!stage.isLocked.current)
            for _ in 1...2 { _ = try await stage.send("/write", write) }
            let locked = try await stage.send("/vault", lock).response
            // Going back shows nothing that was kept.
            #expect(locked.status == .seeOther && locked.fields["Clear-Site-Data"] == #""cache", "storage""#)
            #expect(stage.isLocked.current)
        }
        #expect(stage.done.current == ["a", "a"])
    }

    @Test func whatWaitedForALoginIsStillThere() async throws {
        stage.isLocked.withLock { $0 = false }
        let stranger = try await stage.send("/write", "_form=write&_at=%2Fwrite&text=stranger")
        stage.isLocked.withLock { $0 = true }
        let locked = try await stage.send(
            "/sign-in?then=%2Fwrite",
            "_form=sign-in&_at=%2Fsign-in%3Fthen%3D%252Fwrite&_kept=\(try kept(in: stranger.text))")
        let open = try await stage.go("/unlock", "_form=unlock&_kept=\(try kept(in: locked.text))")
        #expect(open.text.contains("Log in</h1>"))
        let done = try await stage.go("/sign-in", "_form=sign-in&_kept=\(try kept(in: open.text))")
        #expect(done.text.contains(">\nstranger</textarea>"))
    }
}
