import CMicroHTTPD
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes

/// The library's form of an answer; the library itself keeps what has yet to be
/// sent of it.
@safe struct PreparedResponse: ~Copyable {
    private let handle: OpaquePointer
    private let status: HTTPStatus
    /// The length of the body if it is known.
    let knownLength: Int
    /// The request that it was queued for last.
    private var requestID: String?

    /// Up to this size a body is copied; beyond, it is sent piece by piece.
    private static let copiedBody = 64 * 1024
    private static let blockSize = 32 * 1024
    /// The library takes that much for each event stream, for as long as it is
    /// open; a longer event goes out in several pieces.
    private static let eventBlockSize = 2 * 1024

    /// Prepares an answer.
    ///
    /// - Returns: nil when a file can't be opened or memory is short.
    init?(_ response: ServerResponse, stream: ResponseChannel?, connection: Exchange) {
        let made: (OpaquePointer?, Int)
        switch response.body {
        case .none: unsafe made = (Self.copying(Data()), 0)
        case .bytes(let data): unsafe made = (Self.bytes(data), data.count)
        case .file(let path, let range): unsafe made = Self.file(path, range)
        case .stream: unsafe made = (Self.reading(stream, Self.blockSize, connection), 0)
        case .events: unsafe made = (Self.reading(stream, Self.eventBlockSize, connection), 0)
        }
        guard let handle = unsafe made.0 else { return nil }
        unsafe self.handle = handle
        status = response.status
        knownLength = unsafe made.1
        for field in response.fields where !Self.isOurs(field.name) { add(field.name, field.value) }
    }

    deinit {
        unsafe MHD_destroy_response(handle)
    }

    /// Hands the answer to the library, which writes the header before it
    /// returns to the loop; so the next request may have another identifier.
    mutating func queue(on connection: OpaquePointer, as requestID: String) -> Bool {
        if let last = self.requestID {
            unsafe Self.requestIDName.withCString { name in
                unsafe last.withCString { value in _ = unsafe MHD_del_response_header(handle, name, value) }
            }
        }
        add(.requestID, requestID)
        self.requestID = requestID
        return unsafe MHD_queue_response(connection, UInt32(clamping: status.rawValue), handle) == .YES
    }

    /// Ends the connection after the answer.
    func closeConnection() {
        add(.connection, "close")
    }

    private func add(_ name: HTTPFieldName, _ value: String) {
        // Passed as arguments, texts would be copied twice.
        unsafe name.description.withCString { name in
            unsafe value.withCString { value in _ = unsafe MHD_add_response_header(handle, name, value) }
        }
    }

    private static let requestIDName = HTTPFieldName.requestID.description

    /// What the server or the library writes by itself; the library writes a
    /// `Date` unless the answer has one.
    private static func isOurs(_ name: HTTPFieldName) -> Bool {
        name == .contentLength || name == .connection || name == .transferEncoding
            || name == .requestID
    }

    private static func bytes(_ data: Data) -> OpaquePointer? {
        data.count <= copiedBody
            ? unsafe copying(data) : unsafe reading(DataSource(data), length: data.count, blockSize, nil)
    }

    private static func copying(_ data: Data) -> OpaquePointer? {
        unsafe data.withUnsafeBytes { bytes in
            // The library only reads what it copies.
            unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
                let start =
                    unsafe bytes.baseAddress.map { unsafe UnsafeMutableRawPointer(mutating: $0) } ?? nothing.baseAddress
                return unsafe start.flatMap {
                    unsafe MHD_create_response_from_buffer(bytes.count, $0, .RESPMEM_MUST_COPY)
                }
            }
        }
    }

    private static func file(_ path: String, _ range: Range<Int>?) -> (OpaquePointer?, Int) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return (nil, 0) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return (nil, 0)
        }
        let part = range ?? 0..<Int(status.st_size)
        guard part.lowerBound >= 0, part.upperBound <= Int(status.st_size) else {
            close(descriptor)
            return (nil, 0)
        }
        guard !part.isEmpty else {
            close(descriptor)
            return unsafe (copying(Data()), 0)
        }
        // The descriptor is the library's from here on, if it takes it.
        let handle = unsafe MHD_create_response_from_fd_at_offset64(
            UInt64(part.count), descriptor, UInt64(part.lowerBound))
        if unsafe handle == nil { close(descriptor) }
        return unsafe (handle, part.count)
    }

    private static func reading(_ stream: ResponseChannel?, _ blockSize: Int, _ exchange: Exchange) -> OpaquePointer? {
        unsafe reading(stream ?? DataSource(Data()), length: nil, blockSize, exchange)
    }

    private static func reading(
        _ source: any ContentSource, length: Int?, _ blockSize: Int, _ exchange: Exchange?
    ) -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(Reading(source, exchange))
        let handle = unsafe MHD_create_response_from_callback(
            length.map(UInt64.init) ?? UInt64.max, blockSize, read, context.toOpaque(), release)
        if unsafe handle == nil { unsafe context.release() }
        return unsafe handle
    }
}

/// Ties a source to the exchange that waits while the source has nothing.
private final class Reading {
    let source: any ContentSource
    weak var exchange: Exchange?

    init(_ source: any ContentSource, _ exchange: Exchange?) {
        self.source = source
        self.exchange = exchange
    }
}

/// `MHD_ContentReaderCallback`: -1 stands for the end, -2 for an error.
private func read(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context = unsafe context else { return -2 }
    let reading = unsafe Unmanaged<Reading>.fromOpaque(context).takeUnretainedValue()
    let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
    switch unsafe reading.source.read(at: Int(clamping: position), into: target) {
    case .bytes(let count): return count
    case .nothingYet:
        reading.exchange?.suspend()
        return 0
    case .end: return -1
    case .failure: return -2
    }
}

private func release(_ context: UnsafeMutableRawPointer?) {
    if let context = unsafe context { unsafe Unmanaged<Reading>.fromOpaque(context).release() }
}
