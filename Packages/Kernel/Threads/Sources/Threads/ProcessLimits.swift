import CThreads
import Glibc

/// What the system lets this process have (getrlimit(2)).
///
/// The libraries below don't take a no: the one that starts the threads of tasks
/// tries again for ever, and where it gets no descriptor it ends the program. So
/// a program looks first, before anything runs beside its first thread.
public enum ProcessLimits {
    /// What there is too little of.
    public enum Shortage: Error, Hashable, Sendable {
        /// Threads, or the memory for their stacks; with the number that was
        /// tried.
        case threads(Int)
        /// The stack that each thread gets, in bytes.
        case stack(needed: Int)
        /// Memory, in bytes.
        case memory(needed: Int)
        /// Open files.
        case descriptors(needed: Int)
    }

    private static let leastStack = 256 * 1024

    /// Does with little where the limits are tight, and has a file that may not
    /// grow fail instead of ending the program (SIGXFSZ).
    public static func prepare() {
        signal(SIGXFSZ, SIG_IGN)
        if limit(RLIMIT_AS) != nil || limit(RLIMIT_DATA) != nil { cthreads_share_one_heap() }
    }

    /// Tries whether there is enough to work with, and gives it back.
    ///
    /// - Parameters:
    ///   - threads: How many threads run at once.
    ///   - memory: How many bytes are needed beside their stacks.
    ///   - descriptors: How many files and connections are open at once.
    public static func check(threads: Int, memory: Int, descriptors: Int) throws(Shortage) {
        if let stack = limit(RLIMIT_STACK), stack < leastStack { throw .stack(needed: leastStack) }
        try checkDescriptors(descriptors)
        try checkThreads(threads, memory: memory)
    }

    private static func checkDescriptors(_ count: Int) throws(Shortage) {
        guard let limit = limit(RLIMIT_NOFILE), limit < 4 * count else { return }
        var open: [Int32] = []
        defer { for descriptor in open { close(descriptor) } }
        while open.count < count {
            let descriptor = unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .descriptors(needed: count) }
            open.append(descriptor)
        }
    }

    private static func checkThreads(_ count: Int, memory: Int) throws(Shortage) {
        let gate = Monitor((isOpen: false, running: 0))
        defer {
            gate.withLock { $0.isOpen = true }
            gate.signalAll()
            // The stacks are there again for those who come next.
            gate.wait { $0.running == 0 ? () : nil }
        }
        for _ in 0..<count {
            gate.withLock { $0.running += 1 }
            do throws(ThreadError) {
                try BlockingThread.start(name: "check") {
                    gate.wait { $0.isOpen ? () : nil }
                    gate.withLock { $0.running -= 1 }
                    gate.signalAll()
                }
            } catch {
                gate.withLock { $0.running -= 1 }
                throw .threads(count)
            }
        }
        let room = unsafe mmap(nil, memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room = unsafe room, unsafe room != UnsafeMutableRawPointer(bitPattern: -1) else {
            throw .memory(needed: memory)
        }
        unsafe munmap(room, memory)
    }

    /// A limit of this process; nil if there is none.
    private static func limit(_ resource: __rlimit_resource) -> Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }
}
