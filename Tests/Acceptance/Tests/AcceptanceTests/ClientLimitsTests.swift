import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// The client where the system gives it little: each command ends by itself,
/// and says what there was too little of.
struct ClientLimitsTests {
    /// From nearly nothing, but what the loader takes, to enough.
    private static let ladder: [(option: String, steps: [Int])] = [
        ("v", [66_000, 80_000, 100_000, 130_000, 160_000, 180_000, 204_800, 230_000, 260_000, 400_000, 800_000]),
        ("d", [2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 80_000, 120_000, 200_000]),
        ("n", [4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64, 128]),
        // With less, the system ends the program before its first line.
        ("s", [64, 128, 256, 512, 1_024]),
        ("f", [0, 1, 4, 8, 16, 64]),
    ]

    private func run(
        _ client: Client, _ limit: String, _ arguments: [String], input: String = ""
    ) async throws -> ChildProcess.Outcome {
        var variables = Surroundings.variables
        variables["HOME"] = client.home
        variables["ESSENTIAL_HOME"] = client.home
        variables["ESSENTIAL_SERVER"] = client.address
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", "ulimit -\(limit) && exec timeout -s KILL 60 \"$0\" \"$@\"", Programs.essential] + arguments,
            environment: variables)
        child.provideInput(input)
        return await child.outcome()
    }

    @Test(.requirement("STORE-20"), arguments: ladder.indices) func everyCommandEndsByItself(_ index: Int) async throws
    {
        let (option, steps) = Self.ladder[index]
        let stage = try await Stage()
        let picture = stage.folder.path(of: "picture.jpg")
        try Data(repeating: 7, count: 100_000).write(to: URL(filePath: picture))
        for step in steps {
            let home = stage.folder.path(of: "home-\(step)")
            let client = Client(home: home, address: stage.server.address)
            let commands: [([String], String)] = [
                (["--version"], ""), (["feed"], ""),
                (["login", "--email", Person.ana.email, "--password-stdin"], Person.ana.password + "\n"),
                (["image", stage.picture], ""), (["comment", stage.picture, "hello"], ""), (["post", picture], ""),
                (["queue", "list"], ""), (["logout"], ""),
            ]
            for (command, input) in commands {
                let outcome = try await run(client, "\(option) \(step)", command, input: input)
                let place = "ulimit -\(option) \(step): \(command[0]): \(outcome.exit) \(outcome.errorText)"
                // 127 is the loader's, which says so itself.
                guard case .status(let status) = outcome.exit, [0, 1, 3, 4, 127].contains(status) else {
                    Issue.record("\(place)")
                    continue
                }
                #expect(status == 0 || !outcome.errorText.isEmpty, "\(place)")
                #expect(!outcome.errorText.contains("Fatal error"), "\(place)")
            }
            // With enough, all that was refused can be done.
            let status = try await client.object("status")
            #expect(status["vault"]?["damaged"]?.number == 0 && status["vault"]?["problem"] == nil, "\(option) \(step)")
            #expect(status["session"]?["state"]?.text != "unavailable", "\(option) \(step)")
        }
    }

    @Test(.requirement("STORE-20"), arguments: ["v 80000", "n 8", "s 64", "d 20000"])
    func itSaysWhatThereIsTooLittleOf(_ limit: String) async throws {
        let client = Client(home: try TemporaryFolder().path(of: "home"), address: "http://127.0.0.1:9")
        let text = try await run(client, limit, ["feed"])
        #expect(text.exit == .status(1), "\(limit): \(text.exit) \(text.errorText)")
        #expect(text.errorText.contains("ulimit -\(limit.prefix(1))") || text.errorText.contains("-\(limit.prefix(1))"))
        let json = try await run(client, limit, ["feed", "--json"])
        #expect(json.errorCode == "resources_exhausted", "\(json.errorText)")
        #expect(!FileManager.default.fileExists(atPath: client.home), "nothing was done")
    }

    @Test func whatWasRefusedIsEnoughWithAHeapForAll() async throws {
        let stage = try await Stage()
        let outcome = try await run(stage.client, "v 204800", ["feed"])
        #expect(outcome.exit == .status(0), "\(outcome.exit) \(outcome.errorText)")
    }
}
