import KernelTesting
import Testing

/// A server on which many people log in at once, which takes it the longest of
/// all that it does.
///
/// How much slower others are answered meanwhile is a time, and measured by
/// `make bench SUITE=logins`.
struct BusyServerTests {
    private static let logins = 32
    /// What the server may have in memory at most, in kilobytes.
    private static let memory = 150 * 1_024

    @Test func whoReadsIsAnsweredBeforeThoseWhoLogInAndTheMemoryStaysSmall() async throws {
        let stage = try await Stage("--lockout.address-failures", "1000", "--lockout.captcha-after", "0")
        let port = stage.server.port
        let (isReadFirst, statuses) = try await blocking {
            let others = try (0..<Self.logins).map { _ in try Connection(port: port) }
            for (number, connection) in others.enumerated() {
                // Each with an address of its own: those of one wait for each
                // other.
                let person = Person(name: "", email: "user-\(number)@example.com", password: "wrong password")
                connection.send(request: "POST", "/auth/login", json: person.login)
            }
            let reader = try Connection(port: port)
            for _ in 0..<10 { #expect(reader.ask("GET", "/feed")?.status == 200) }
            let isReadFirst = others.contains { $0.isSilent }
            return (isReadFirst, others.map { $0.answer()?.status })
        }
        #expect(isReadFirst, "nobody waited for all the others")
        #expect(statuses.allSatisfy { $0 == 401 }, "\(statuses)")
        let status = try ProcessStatus(of: stage.server.pid)
        if !status.isInstrumented { #expect(status.peakResident < Self.memory) }
        #expect(await stage.server.stop() == .status(0))
    }
}
