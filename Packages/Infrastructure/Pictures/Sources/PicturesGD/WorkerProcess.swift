import CGD
import FoundationEssentials
import Glibc
import PicturesAPI

/// The program that is run as a worker.
public struct WorkerProgram: Hashable, Sendable {
    let path: String

    /// A program that calls ``PicturesPlugin/runWorkerIfAsked(_:)``; the running one
    /// unless told.
    public init(path: String = "/proc/self/exe") {
        self.path = path
    }
}

/// A worker that runs: its input is a file, its output a pipe.
struct WorkerProcess: ~Copyable {
    private let process: pid_t
    private let output: Int32

    /// Starts a worker.
    init(_ program: WorkerProgram, order: WorkerOrder, input: Int32) throws(PictureError) {
        guard let text = try? order.text else { throw .unavailable(reason: "the order can't be written") }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .unavailable(reason: systemReason("pipe")) }
        defer { close(ends[1]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        // Nothing of the program's environment is a worker's business.
        let environment = ["SWIFT_BACKTRACE=enable=no", "LLVM_PROFILE_FILE=/dev/null"]
        var process = pid_t()
        let code = unsafe Self.withPointers(to: [program.path, PictureWorker.argument, text]) { arguments in
            unsafe Self.withPointers(to: environment) { environment in
                unsafe posix_spawn(&process, program.path, &actions, nil, arguments, environment)
            }
        }
        guard code == 0 else {
            close(ends[0])
            errno = code
            throw .unavailable(reason: systemReason("start a worker"))
        }
        self.process = process
        output = ends[0]
    }

    deinit {
        close(output)
    }

    private static func withPointers<Result>(
        to texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            // There is the nil at the end, at least.
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    /// Reads bytes of the output; none at its end.
    func read(upTo count: Int) throws(PictureError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var read: Int
        repeat {
            read = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(output, $0.baseAddress, count) }
        } while read < 0 && errno == EINTR
        guard read >= 0 else { throw .unavailable(reason: systemReason("read from a worker")) }
        return Array(bytes.prefix(read))
    }

    /// Ends the worker, unless it has ended by itself.
    func kill() {
        _ = Glibc.kill(process, SIGKILL)
    }

    /// Waits for the worker's end.
    ///
    /// - Throws: What it means for the picture.
    func wait() throws(PictureError) {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { throw .unavailable(reason: systemReason("wait for a worker")) }
        }
        let signal = status & 0x7F
        switch (signal, status >> 8 & 0xFF) {
        case (0, WorkerStatus.done): return
        case (0, WorkerStatus.unable): throw .unavailable(reason: "a worker can't confine itself")
        case (0, WorkerStatus.withoutLibrary):
            throw .unavailable(reason: "libgd.so.3 is missing or too old: apt-get install libgd3")
        case (0, WorkerStatus.withoutHEIC): throw .unsupported(.heic)
        case (SIGXCPU, _), (SIGALRM, _), (SIGKILL, _): throw .tooDemanding
        // A decoder that crashes has met a file that no program should read.
        default: throw .damaged
        }
    }
}

func systemReason(_ action: String) -> String {
    let code = errno
    return unsafe "\(action): \(String(cString: strerror(code)))"
}
