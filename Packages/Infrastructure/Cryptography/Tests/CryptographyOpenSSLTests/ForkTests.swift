import Glibc
import KernelTesting
import Testing

/// A nonce used twice under one key gives the plain texts away, and a key that
/// the kernel wiped is known to everybody.
struct ForkTests {
    /// The program `ForkProbe`, which was built beside the tests.
    private static let probe: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/ForkProbe"
    }()

    @Test func aForkedProcessUsesNoNonceOfItsParent() async throws {
        let outcome = try await ChildProcess.run(Self.probe, ["nonces"])
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let lines = outcome.outputText.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.count { $0[0] == "parent" } == 400 && lines.count { $0[0] == "child" } == 400)
        #expect(Set(lines.map { $0[1] }).count == 800)
    }

    @Test func aForkedProcessSealsNothingWithAWipedKey() async throws {
        let outcome = try await ChildProcess.run(Self.probe, ["key"])
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.last == "done" && !lines.contains("sealed"))
    }
}
