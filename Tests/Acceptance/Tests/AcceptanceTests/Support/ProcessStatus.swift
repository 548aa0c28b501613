import FoundationEssentials
import Testing

/// What the system knows about the memory of a process, in kilobytes (proc(5)).
struct ProcessStatus {
    /// The most that it had in memory so far.
    let peakResident: Int
    /// What it has in memory now, in kilobytes.
    let resident: Int
    private let addressed: Int

    init(of pid: Int32) throws {
        let text = String(
            decoding: FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data(), as: UTF8.self)
        func value(_ name: String) throws -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
        }
        peakResident = try value("VmHWM")
        resident = try value("VmRSS")
        addressed = try value("VmSize")
    }

    /// Whether it was built with a sanitizer, which keeps account of all memory
    /// in terabytes of addresses, and takes more of it.
    var isInstrumented: Bool { addressed > 1 << 30 }
}
