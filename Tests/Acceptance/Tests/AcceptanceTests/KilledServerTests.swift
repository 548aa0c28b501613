import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// A server that dies while a browser asks it and is started again: whoever typed
/// something loads the browser's page of the failure again, which sends it, or
/// goes back and finds it.
@Suite(.timeLimit(.minutes(10)))
struct KilledServerTests {
    @Test(
        .requirement("REG-39", "LOGIN-29", "SANIT-02"),
        arguments: [
            BrowserUse(sendsByScript: false), BrowserUse(language: "es", sendsByScript: false),
            BrowserUse(runsScripts: false),
        ])
    func nothingThatWasTypedIsLost(use: BrowserUse) async throws {
        let stage = try await Stage(), ben = Person.ben, file = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 800, height: 600).write(to: URL(filePath: file))
        let walker = try await Walker(use, at: stage.server.address)
        var server = stage.server
        /// The server dies while a form is sent.
        func strikes(_ form: String, after steps: [WalkStep] = [], then next: WalkStep = .reload) async throws {
            try await walker.goes(steps + [.sendInVain(form, server)])
            await server.kill()
            server = try await Server(data: server.data, port: server.port)
            try await walker.goes([next])
        }
        let password = WalkStep.type(ben.password, into: "secret-password")

        try await strikes(
            "register",
            after: [
                .open("/register"), .type(ben.name, into: "name"), .type(ben.email, into: "email"), password,
                .type(ben.password, into: "secret-password_again"),
            ])
        try await walker.goes([.isAt("/verify.*")])
        let link = try await Outbox(data: server.data).newestLink(for: ben.email, to: "verify")
        try await strikes("confirm", after: [.open(String(link.dropFirst(server.address.count))), password])
        try await strikes("sign-out", after: [.open("/account"), .go(to: "/sign-out")])
        try await strikes(
            "sign-in", after: [.isAt("/"), .open("/sign-in"), .type(ben.email, into: "email"), password])
        let said = "It was typed once\nand not again", picture = "/p/" + stage.picture
        try await strikes(
            "comment", after: [.isAt("/"), .open(picture), .type(said, into: "message")], then: .back)
        try await walker.goes([
            .isAt(picture), .holds(said, in: "message"), .send("comment"), .isAt("/p/[^/]*"),
            .sees("and not again"),
        ])
        try await strikes(
            "publish",
            after: [
                .open("/publish"), .type("A beach", into: "description"), .type("Somewhere", into: "location"),
                .file(file, in: "picture"),
            ])
        try await walker.goes([.isAt("/p/[0-9a-f-]+.*"), .pictures(1), .sees("A beach"), .sees("Somewhere")])
        try await strikes("delete-picture", after: [.go(to: "/p/.*/delete")])
        try await walker.goes([.isAt("/"), .lacks("A beach")])
        let another = try #require(
            try await server.ask("POST", "/auth/login", json: ben.login)?.json?["token"]?["access_token"]?.text)
        try await strikes(
            "end",
            after: [
                .open("/account/devices"), .unfold(use.language == "es" ? "Mostrar dispositivos" : "Show devices"),
            ])
        #expect(try await server.ask("GET", "/auth/me", token: another)?.status == 401)
        await walker.leaves()

        let comments = try await server.ask("GET", "/image/\(stage.picture)/comments")
        #expect(comments?.text.ranges(of: "and not again").count == 1)
    }

    /// Also where a form is sent to the screen on which it is, and where nobody answers
    /// again.
    @Test(
        .requirement("REG-39", "SANIT-02"),
        arguments: [BrowserUse(sendsByScript: false), BrowserUse(runsScripts: false)]
    )
    func goingBackFindsWhatWasTyped(use: BrowserUse) async throws {
        let stage = try await Stage(), ana = Person.ana, ben = Person.ben
        let file = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 800, height: 600).write(to: URL(filePath: file))
        let walker = try await Walker(use, at: stage.server.address)
        var server = stage.server
        func strikes(_ form: String, after steps: [WalkStep], _ found: [WalkStep]) async throws {
            try await walker.goes(steps + [.sendInVain(form, server)])
            await server.kill()
            server = try await Server(data: server.data, port: server.port)
            try await walker.goes([.back] + found)
        }
        let passwords = ["secret-password", "secret-password_again"].map { WalkStep.type(ben.password, into: $0) }
        try await strikes(
            "register",
            after: [.open("/"), .open("/register"), .type(ben.name, into: "name"), .type(ben.email, into: "email")]
                + passwords,
            [.isAt("/register"), .holds(ben.name, in: "name"), .holds(ben.email, in: "email")])
        // Also what was changed in a form that was refused.
        try await strikes(
            "register",
            after: [
                .open("/register"), .type("B", into: "name"), .type("x", into: "email"), .send("register"),
                .type(ben.name, into: "name"), .type(ben.email, into: "email"),
            ] + passwords,
            [.isAt("/register.*"), .holds(ben.name, in: "name"), .holds(ben.email, in: "email")])
        try await strikes(
            "sign-in", after: [.open("/sign-in"), .type(ana.email, into: "email"), passwords[0]],
            [.isAt("/sign-in"), .holds(ana.email, in: "email")])
        try await walker.goes([.type(ana.password, into: "secret-password"), .send("sign-in"), .isAt("/")])
        try await strikes(
            "publish",
            after: [
                .open("/publish"), .type("A beach\nand more", into: "description"),
                .type("Somewhere", into: "location"),
                .file(file, in: "picture"),
            ],
            [.isAt("/publish"), .holds("A beach\nand more", in: "description"), .holds("Somewhere", in: "location")])
        try await walker.goes([
            .file(file, in: "picture"), .send("publish"), .isAt("/p/[0-9a-f-]+.*"), .pictures(1), .sees("A beach"),
        ])
        await walker.leaves()
        let login = try await server.ask("POST", "/auth/login", json: ana.login)?.json?["token"]
        let feed = try await server.ask("GET", "/feed", token: login?["access_token"]?.text)
        #expect(feed?.text.ranges(of: "A beach").count == 1)
    }
}
