import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What somebody does with the client all day, with and without the server, and
/// what has to be true of it afterwards.
///
/// What a command acknowledged counts; one that failed, or was killed, may have
/// been done or not.
struct MixedLoad {
    /// A command, and what it does if it succeeds.
    struct Step {
        enum Effect { case none, logsIn, logsOut, comments(String) }

        let arguments: [String]
        let input: String?
        let effect: Effect
    }

    let client: Client
    private let clock: ShiftedClock
    private let data: String
    private let port: Int
    private let pictures: [String]
    private var server: Server?
    private var generator: SeededGenerator
    /// Whether somebody is logged in; nil if only the device knows.
    private var isLoggedIn: Bool? = false
    /// Whether a logout was begun and not seen through: the server may have
    /// ended the session that the device still has.
    private var mayBeEnded = false
    /// The comments that were sent, or kept to be sent, and said to be.
    private var acknowledged: Set<String> = []
    private var attempted = 0
    private var sessions = 0
    /// Whether something may wait, which goes with a logout.
    private var mayWait = false

    init(seed: UInt64, environment: [String: String] = [:], home: String? = nil) async throws {
        clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        var client = Client(home: home ?? stage.client.home, address: stage.server.address, clock: clock)
        client.environment = environment
        if let more = environment["LD_PRELOAD"], let own = clock.environment["LD_PRELOAD"] {
            client.environment["LD_PRELOAD"] = own + ":" + more
        }
        self.client = client
        data = stage.server.data
        port = stage.server.port
        server = stage.server
        keepsFolder = stage.folder
        generator = SeededGenerator(seed: seed)
        pictures =
            try await stage.client.object("feed", "--limit", "100")["items"]?.items
            .compactMap { $0["id"]?.text } ?? []
        _ = try await client.logIn(as: .ana)
        isLoggedIn = true
    }

    private let keepsFolder: TemporaryFolder

    /// What was done, for the output.
    var summary: String { "\(acknowledged.count) of \(attempted) comments acknowledged, \(sessions) logins" }

    /// Chooses what comes next, after the server has come or gone, and time has
    /// passed.
    mutating func next(_ round: Int) async throws -> Step {
        if round % 12 == 8 {
            await server?.kill()
            server = nil
        } else if round % 12 == 0, server == nil {
            server = try await Server(data: data, port: port, clock: clock)
        }
        // Access tokens count for five minutes.
        if Int.random(in: 0..<4, using: &generator) == 0 { try clock.pass(seconds: 280) }
        guard server != nil else {
            let number = Int.random(in: 0..<4, using: &generator)
            return number < 2 ? comment() : plain(number == 2 ? ["feed"] : ["queue", "list"])
        }
        if isLoggedIn != true {
            return Step(
                arguments: ["login", "--email", Person.ana.email, "--password-stdin"],
                input: Person.ana.password + "\n", effect: .logsIn)
        }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<3: return comment()
        case 3, 4: return plain(["feed", "--limit", "50"])
        case 5: return plain(["image", pictures[attempted % pictures.count]])
        case 6: return plain(["whoami"])
        case 7: return plain(["sessions"])
        case 8 where !mayWait: return Step(arguments: ["logout"], input: nil, effect: .logsOut)
        default: return plain(["queue", "retry"])
        }
    }

    private func plain(_ arguments: [String]) -> Step { Step(arguments: arguments, input: nil, effect: .none) }

    private mutating func comment() -> Step {
        attempted += 1
        if server == nil { mayWait = true }
        let message = "load \(attempted)."
        return Step(
            arguments: ["comment", pictures[attempted / 15 % pictures.count], message], input: nil,
            effect: .comments(message))
    }

    /// Takes down what a command acknowledged.
    mutating func note(_ outcome: ChildProcess.Outcome, of step: Step, _ comment: Comment) {
        if outcome.exit == .signal(SIGKILL) {
            switch step.effect {
            case .logsIn: isLoggedIn = nil
            case .logsOut: (isLoggedIn, mayBeEnded) = (nil, true)
            case .comments: mayWait = true
            case .none: break
            }
            return
        }
        guard case .status(let status) = outcome.exit else {
            Issue.record("\(step.arguments) ended with \(outcome.exit): \(outcome.errorText); \(comment)")
            return
        }
        let isDone = status == 0
        switch step.effect {
        case .logsIn:
            isLoggedIn = isDone ? true : nil
            if isDone { (sessions, mayBeEnded) = (sessions + 1, false) }
        case .logsOut: (isLoggedIn, mayBeEnded) = (isDone ? false : nil, !isDone)
        case .comments(let message):
            if isDone || status == 4 && outcome.errorText.contains("waits on this device") {
                acknowledged.insert(message)
            }
            if !isDone { mayWait = true }
        case .none: break
        }
        // Nobody is told to be logged out who isn't.
        let isTold = status != 3 || isLoggedIn != true
        #expect(isTold, "\(step.arguments) says: \(outcome.errorText); \(comment)")
    }

    /// Looks whether the next start works and finds all that has to be there.
    mutating func check(_ comment: Comment) async throws {
        let status = try await client.object("status")
        #expect(status["vault"]?["damaged"]?.number == 0, comment)
        #expect(status["vault"]?["problem"] == nil, comment)
        let state = status["session"]?["state"]?.text
        switch isLoggedIn {
        case true?: #expect(state == "logged_in", comment)
        case false?: #expect(state == "logged_out", comment)
        case nil:
            #expect(state == "logged_in" || state == "logged_out", comment)
            if state == "logged_out" { mayBeEnded = false }
            if mayBeEnded {
                // Only the server knows; without it nobody does.
                guard server != nil else { break }
                let who = try await client.run("whoami")
                #expect([.status(0), .status(3)].contains(who.exit), "\(who.errorText); \(comment)")
                (isLoggedIn, mayBeEnded) = (who.exit == .status(0), false)
            } else {
                isLoggedIn = state == "logged_in"
            }
        }
        guard let waiting = status["waiting"] else {
            Issue.record("what waits can't be read; \(comment)")
            return
        }
        if server != nil { mayWait = !waiting.items.isEmpty }
    }

    /// Sends what waits, and looks for each comment.
    mutating func finish(_ comment: Comment) async throws {
        if server == nil { server = try await Server(data: data, port: port, clock: clock) }
        try clock.pass(seconds: 400)
        if isLoggedIn == true {
            #expect(try await client.run("whoami").exit == .status(0), "the session is lost; \(comment)")
        }
        _ = try await client.logIn(as: .ana)
        for _ in 0..<20 {
            if try await client.object("queue", "list")["items"]?.items == [] { break }
            _ = try await client.run("queue", "retry")
            try clock.pass(seconds: 3_600)
        }
        var found: [String: Int] = [:]
        for picture in pictures.prefix(attempted / 15 + 1) {
            for item in try await client.object("comments", picture)["items"]?.items ?? [] {
                if let message = item["message"]?.text, message.hasPrefix("load ") { found[message, default: 0] += 1 }
            }
        }
        #expect(found.values.allSatisfy { $0 == 1 }, "doubled: \(found.filter { $0.value > 1 }); \(comment)")
        #expect(acknowledged.subtracting(found.keys) == [], "lost; \(comment)")
        #expect(try await client.run("vault", "check").exit == .status(0), comment)
        await server?.kill()
    }
}
