import FoundationEssentials
import Glibc
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

/// What the system knows about the memory of a process, in kilobytes (proc(5)).
struct ProcessStatus {
    /// The most that it had in memory so far.
    let peakResident: Int
    private let addressed: Int

    init(of pid: Int32) throws {
        let text = String(
            decoding: FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data(), as: UTF8.self)
        func value(_ name: String) throws -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
        }
        peakResident = try value("VmHWM")
        addressed = try value("VmSize")
    }

    /// Whether it was built with a sanitizer, which keeps account of all memory
    /// in terabytes of addresses, and takes more of it.
    var isInstrumented: Bool { addressed > 1 << 30 }
}
