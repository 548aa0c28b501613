import CGD
import Glibc

/// Gives up, for good, what decoding a picture doesn't need.
package enum Confinement {
    /// However little the processor does, a worker is over by then, in seconds.
    private static let lifetime: UInt32 = 120

    /// - Parameters:
    ///   - memory: How many bytes of address space may be added.
    ///   - processorSeconds: For how long the process may run.
    /// - Returns: false when something could not be given up.
    package static func enter(memory: Int, processorSeconds: Int) -> Bool {
        guard let used = addressSpace(),
            limit(RLIMIT_AS, to: used + memory),
            limit(RLIMIT_CPU, to: processorSeconds), limit(RLIMIT_CORE, to: 0), limit(RLIMIT_FSIZE, to: 0)
        else { return false }
        // A heap for each thread of a decoder would reserve 64 MiB of the memory.
        mallopt(M_ARENA_MAX, 1)
        alarm(lifetime)
        return cgd_confine() == 0
    }

    private static func limit(_ resource: __rlimit_resource, to value: Int) -> Bool {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    }

    /// The size of the address space, in bytes (proc(5), statm).
    private static func addressSpace() -> Int? {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: " ").first.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
}
