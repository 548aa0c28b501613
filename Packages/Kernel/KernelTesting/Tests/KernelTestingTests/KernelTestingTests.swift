import KernelTesting
import Testing

struct KernelTestingTests {
    @Test func aSleeperWakesWhenItsDeadlineComes() async throws {
        let clock = ManualClock()
        let sleeper = Task {
            try await clock.sleep(for: .seconds(10))
            return clock.now.offset
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        clock.advance(by: .seconds(1))
        #expect(try await sleeper.value == .seconds(10))
    }

    @Test func aCancelledSleeperThrows() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func aFolderGoesWithItsOwner() async throws {
        let path = try { try TemporaryFolder().path }()
        let outcome = try await ChildProcess.run("ls", ["-d", path])
        #expect(outcome.exit == .status(2))
    }

    @Test func capturesWhatAChildWrites() async throws {
        let outcome = try await ChildProcess.run(
            "sh", ["-c", "cat; echo $NAME >&2; exit 3"], input: "in", environment: ["NAME": "value"])
        #expect(outcome.exit == .status(3))
        #expect(outcome.outputText == "in")
        #expect(outcome.errorText == "value\n")
    }

    /// SIGPIPE would end all tests.
    @Test func aChildThatEndedBeforeItReadHarmsNobody() async throws {
        let child = try ChildProcess("true")
        // The end of the output is that of the child.
        #expect(await child.readOutput(until: "nothing") == "")
        child.provideInput("in")
        #expect(await child.outcome().exit == .status(0))
    }

    @Test func reportsTheSignalThatEndedAChild() async throws {
        let child = try ChildProcess("sh", ["-c", "echo ready; exec sleep 100"])
        #expect(await child.readOutput(until: "ready") == "ready\n")
        child.send(9)
        #expect(await child.outcome().exit == .signal(9))
    }

    @Test func runsAProgramThatATestWrote() async throws {
        let folder = try TemporaryFolder()
        let program = try await folder.makeProgram("greet", "echo \"hello $1\"; exit 3")
        let greeting = try await ChildProcess.run(program, ["you"])
        #expect(greeting.outputText == "hello you\n" && greeting.exit == .status(3))
        #expect(folder.files() == ["greet"])
    }

    @Test func numbersFollowFromTheSeed() {
        var one = SeededGenerator(seed: 1), same = SeededGenerator(seed: 1), other = SeededGenerator(seed: 2)
        let numbers = (0..<3).map { _ in one.next() }
        #expect(numbers == (0..<3).map { _ in same.next() })
        #expect(numbers != (0..<3).map { _ in other.next() })
    }

    @Test func seesAnObjectThatIsKept() async {
        final class Kept {}
        let keeper = Kept()
        #expect(await !isReleased { keeper })
        await expectRelease { Kept() }
        withExtendedLifetime(keeper) {}
    }
}
