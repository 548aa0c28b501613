import Glibc
import Locking

/// Owns an open file of the operating system and closes it.
final class FileDescriptor: Sendable {
    let number: Int32
    private let isOpen = Locked(true)

    init(_ number: Int32) {
        self.number = number
    }

    deinit { close() }

    func close() {
        isOpen.withLock { isOpen in
            if isOpen { Glibc.close(number) }
            isOpen = false
        }
    }

    /// Writes all, unless nobody reads any more; that raises no signal, which
    /// would end all tests.
    func write(_ bytes: [UInt8]) -> Bool {
        var broken = sigset_t(), before = sigset_t()
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
        defer {
            var none = timespec()
            while unsafe sigtimedwait(&broken, nil, &none) == SIGPIPE {}
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The next bytes; empty at the end, nil on an error.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe Glibc.read(number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : Array(buffer.prefix(count))
        }
    }

    func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        while let chunk = read(), !chunk.isEmpty { all += chunk }
        return all
    }
}

/// A pipe whose ends are closed in children unless they are handed down.
struct Pipe: Sendable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw POSIXFailure(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = FileDescriptor(ends[0])
        writing = FileDescriptor(ends[1])
    }
}

/// Runs a call that blocks on a thread of its own, so that it takes none of
/// the few threads on which tests run, nor one of Dispatch's, of which there are hardly
/// more than processors: there it would wait for what other tests wait for.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let work = unsafe Unmanaged.passRetained(Work { continuation.resume(returning: body()) })
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, unsafe work.toOpaque())
        precondition(code == 0, "pthread_create: \(code)")
        pthread_detach(thread)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
