import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What is on screens of `essential app` when the vault is locked.
@Suite(.timeLimit(.minutes(5)))
struct AppLockTests {
    private static let phrase = "unmistakable vault phrase 4417"

    private func protected(
        _ person: AppVisitor, at root: String, way link: String
    ) async throws {
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        let isProtected = try await person.does(
            #"""
            {"go": "\#(root)vault", "choose": {"with": "passphrase"}, "click": "text=Protect it this way", \#
            "fill": {"secret-passphrase": "\#(Self.phrase)", "secret-passphrase_again": "\#(Self.phrase)"}}
            """#)
        #expect(isProtected["text"]?.text?.contains("Your pass phrase protects the vault.") == true)
    }

    @Test(.requirement("STORE-28")) func allWindowsTurnAndNothingIsSeenByGoingBack() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor(keepsPages: true), place = "p/\(stage.picture)"
        try await protected(person, at: root, way: link)
        _ = try await person.does(#"{"window": 1, "go": "\#(root)"}"#)
        _ = try await person.does(
            #"{"window": 1, "go": "\#(root)\#(place)", "fill": {"message": "Half a thought"}}"#)
        _ = try await person.does(#"{"window": 2, "go": "\#(root)account"}"#)
        _ = try await person.does(#"{"window": 2, "go": "\#(root)account/devices"}"#)

        let locked = try await person.does(#"{"click": "text=Lock now"}"#)
        #expect(locked["text"]?.text?.contains("Essential is locked") == true)
        // Nobody does anything in the others.
        let typed = try await person.does(#"{"window": 1, "until": "\#(root)\#(place)/comments*"}"#)
        #expect(typed["text"]?.text?.contains("It is locked.") == true && typed["pictures"]?.number == 0)
        let other = try await person.does(#"{"window": 2, "until": "\#(root)unlock?then=%2Faccount%2Fdevices"}"#)
        #expect(other["text"]?.text?.contains("Essential is locked") == true)
        for _ in 1...2 {
            let back = try await person.does(#"{"window": 2, "back": true}"#)
            #expect(back["text"]?.text?.contains("Essential is locked") == true, "\(back)")
        }
        // What was typed comes back.
        let opened = try await person.does(
            #"""
            {"window": 1, "fill": {"secret-passphrase": "\#(Self.phrase)"}, \#
            "click": "main form button:has-text('Unlock')"}
            """#)
        #expect(opened["text"]?.text?.contains("What you wrote is still here") == true, "\(opened)")
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        _ = await stage.server.stop()
    }

    @Test(.requirement("STORE-28")) func aPageThatNobodyUsesTurnsByItself() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let (app, link) = try await AppVisitor.start(stage.client, "--lock-after", "4s")
        let root = AppVisitor.root(of: link), person = try await AppVisitor()
        try await protected(person, at: root, way: link)
        let turned = try await person.does(#"{"until": "\#(root)unlock?then=%2Fvault"}"#)
        #expect(turned["text"]?.text?.contains("Essential is locked") == true)
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        _ = await stage.server.stop()
    }

    @Test(
        .requirement("STORE-28", "MEM-07"),
        .enabled(if: ProcessMemory.isReadable, "reading the memory of others needs root"))
    func whatBelongsToThePersonLeavesMemory() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        var client = stage.client
        // Debug builds load the Swift runtime as libraries; see `MemoryTests`.
        client.environment["LD_BIND_NOW"] = "1"
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        guard try !ProcessStatus(of: app.pid).isInstrumented else { return }
        try await protected(person, at: root, way: link)
        for path in ["", "p/\(stage.picture)", "account"] { _ = try await person.goes(to: root + path) }
        let images = try #require(client.folder) + "/cache/images"
        let pictures = try FileManager.default.contentsOfDirectory(atPath: images)
            .compactMap { FileManager.default.contents(atPath: images + "/" + $0) }
            .map { Array($0.dropFirst($0.count / 2).prefix(32)) }
        #expect(pictures.count > 10)
        // Names and addresses of up to 15 bytes lie in the values that have them, of which
        // a thread may leave some where it was (ADR 0021).
        let kept = pictures + [Array(Self.phrase.utf8.prefix(16)), Array("DPoP eyJ".utf8)]
        func found() throws -> [Int] {
            app.send(SIGSTOP)
            defer { app.send(SIGCONT) }
            let memory = try ProcessMemory(of: app.pid)
            return kept.indices.filter { memory.contains(kept[$0]) }
        }
        #expect(try found().count > 10)
        _ = try await person.does(#"{"go": "\#(root)vault", "click": "text=Lock now"}"#)
        await person.leaves()
        // The connections of the browser end after it.
        var left = try found()
        for _ in 1...50 where !left.isEmpty { left = try found() }
        #expect(left == [], "of \(kept.count)")
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        _ = await stage.server.stop()
    }
}
