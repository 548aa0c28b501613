import Glibc
import KernelTesting
import Testing

/// `essential app` on a device whose disk takes nothing any more.
@Suite(.timeLimit(.minutes(5)))
struct FullDeviceTests {
    @Test(.requirement("OFFLINE-01", "SANIT-07"), arguments: [ENOSPC, EDQUOT])
    func whatWasWrittenComesBackAndTheDeviceIsToBlame(code: Int32) async throws {
        let stage = try await Stage(), disk = try await FailingDisk(of: stage.client.home)
        _ = try await stage.client.logIn(as: .ana)
        var client = stage.client
        client.environment = disk.environment
        let (app, link) = try await AppVisitor.start(client), root = AppVisitor.root(of: link)
        let person = try await AppVisitor()
        _ = try await person.does(#"{"go": "\#(link)", "until": "\#(root)"}"#)
        _ = try await person.goes(to: root + "p/\(stage.picture)")
        try disk.fail(.write, count: 1_000_000, with: code)

        let picture = Programs.root + "/Packages/Features/DemoContent/Sources/CDemoPictures/pictures/bridge.jpg"
        let refused = try await person.does(
            #"""
            {"go": "\#(root)publish", "attach": {"picture": "\#(picture)"}, "fill": {"description": "A bridge"}, \#
            "click": "main form button:not([type=button])", "shows": "There is no room on this device"}
            """#)
        #expect(refused["text"]?.text?.contains("The server has no room") == false)
        #expect(refused["typed"]?.items.compactMap(\.text).contains("A bridge") == true, "\(refused)")

        stage.server.send(SIGSTOP)
        let unsaid = try await person.does(
            #"""
            {"go": "\#(root)p/\#(stage.picture)", "fill": {"message": "Said to nobody"}, \#
            "click": "text=Post the comment", "shows": "There is no room left on this device"}
            """#)
        #expect(unsaid["typed"]?.items.compactMap(\.text) == ["Said to nobody"], "\(unsaid)")
        #expect(unsaid["text"]?.text?.contains("What was stored before is still there.") == true)
        stage.server.send(SIGCONT)
        await person.leaves()
        app.send(SIGINT)
        _ = await app.outcome()
        _ = await stage.server.stop()
    }
}
