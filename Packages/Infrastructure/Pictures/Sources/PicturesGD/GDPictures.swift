import Dispatch
import Glibc
import Locking
import PicturesAPI

/// Makes pictures by the library, in workers.
struct GDPictures: PictureProcessing {
    let limits: PictureLimits
    let program: WorkerProgram
    private let line = WaitingLine()

    init(limits: PictureLimits, program: WorkerProgram) {
        self.limits = limits
        self.program = program
    }

    func process(
        file: String, widths: [Int], into folder: String
    ) async throws(PictureError) -> [ProcessedPicture] {
        try await line.run { () throws(PictureError) in
            try work(on: file, widths: widths, into: folder)
        }
    }

    /// Why no picture at all, or none of a format, can be made here; nil if
    /// nothing is in the way.
    func obstacle() async -> PictureError? {
        do throws(PictureError) {
            try await line.run { () throws(PictureError) in try startWorkerForNothing() }
            return nil
        } catch {
            switch error {
            case .unavailable, .unsupported: return error
            // That is what became of the file: the worker got as far as that.
            default: return nil
            }
        }
    }

    private func startWorkerForNothing() throws(PictureError) {
        let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw .unavailable(reason: systemReason("open /dev/null")) }
        defer { close(nothing) }
        let order = WorkerOrder(PictureHeader(format: .heic, width: 1, height: 1), widths: [], limits: limits)
        try WorkerProcess(program, order: order, input: nothing).wait()
    }

    private func work(on file: String, widths: [Int], into folder: String) throws(PictureError) -> [ProcessedPicture] {
        let input = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .unavailable(reason: systemReason("open \(file)")) }
        defer { close(input) }
        guard let bytes = FileBytes(descriptor: input) else {
            throw errno == 0 ? .notAPicture : .unavailable(reason: systemReason("look at \(file)"))
        }
        guard let header = PictureHeader(of: bytes) else {
            guard bytes.errorNumber != 0 else { throw .notAPicture }
            errno = bytes.errorNumber
            throw .unavailable(reason: systemReason("read \(file)"))
        }
        guard !header.isAnimated else { throw .animated }
        guard header.pixels <= limits.pixels else { throw .tooManyPixels(limit: limits.pixels) }
        let name = file.split(separator: "/").last.map(String.init) ?? "picture"
        let worker = try WorkerProcess(
            program, order: WorkerOrder(header, widths: widths, limits: limits), input: input)
        var results = WorkerResults(prefix: folder + "/" + name, limits: limits, count: widths.count + 1)
        do throws(PictureError) {
            try results.take(from: worker)
        } catch {
            worker.kill()
            try? worker.wait()
            results.remove()
            throw error
        }
        do throws(PictureError) {
            try worker.wait()
            guard results.isComplete else { throw .damaged }
        } catch {
            results.remove()
            throw error == .damaged ? Self.unreadable(input, file) ?? .damaged : error
        }
        return results.pictures
    }

    /// Whether the disk is to blame for a file that looks damaged; the decoders
    /// don't tell.
    private static func unreadable(_ descriptor: Int32, _ file: String) -> PictureError? {
        var bytes = [UInt8](repeating: 0, count: 64 * 1_024), offset = 0
        while true {
            let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(offset))
            if count < 0 { return .unavailable(reason: systemReason("read \(file)")) }
            if count == 0 { return nil }
            offset += count
        }
    }
}

/// Lets a few pictures be worked on at a time, each on a thread that may wait.
private final class WaitingLine: Sendable {
    /// How many at a time: each may take ``PictureLimits/memory``.
    private static let width = 2
    /// How many may wait.
    private static let length = 64

    private struct State {
        var waiting = 0
        var next = 0
    }

    private let state = Locked(State())
    private let queues = (0..<width).map { DispatchQueue(label: "essential.pictures.\($0)") }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        let place = state.withLock { state -> Int? in
            guard state.waiting < Self.length else { return nil }
            state.waiting += 1
            state.next = (state.next + 1) % Self.width
            return state.next
        }
        guard let place else { throw .busy }
        let outcome: Result<Value, PictureError> = await withCheckedContinuation { continuation in
            queues[place].async {
                continuation.resume(returning: Result { () throws(PictureError) in try work() })
            }
        }
        state.withLock { $0.waiting -= 1 }
        return try outcome.get()
    }
}
