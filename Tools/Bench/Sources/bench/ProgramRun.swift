import BenchKit
import Glibc

/// A program from its start to its end.
struct ProgramRun: Sendable {
    let path: String
    let arguments: [String]
    /// Its variables, each as `NAME=VALUE`.
    var environment: [String] = []
    /// The status with which it should end.
    var status: Int32 = 0

    /// Runs it some times, one after another; what it writes is read by nobody.
    func sample(_ count: Int) throws -> Sample {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var processor = 0.0
        let start = Self.now
        for _ in 0..<count {
            var process = pid_t(), status: Int32 = 0, usage = rusage()
            let code = unsafe withCStrings([path] + arguments) { arguments in
                unsafe withCStrings(environment) { environment in
                    unsafe posix_spawn(&process, path, &actions, nil, arguments, environment)
                }
            }
            guard code == 0, unsafe wait4(process, &status, 0, &usage) == process, status == self.status << 8 else {
                throw BenchServer.Failure(reason: "\(path) \(arguments.joined(separator: " ")) fails")
            }
            for time in [usage.ru_utime, usage.ru_stime] {
                processor += Double(time.tv_sec) * 1e6 + Double(time.tv_usec)
            }
        }
        return Sample(elapsed: (Self.now - start) / Double(count), processor: processor / Double(count))
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Texts as C takes a list of them.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
}
