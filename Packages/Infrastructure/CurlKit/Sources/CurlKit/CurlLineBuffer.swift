import Glibc

/// Lines of a head on their way to a transfer, which takes them together: a
/// call for each costs more than reading it.
///
/// The memory is used again and again.
@safe
final class CurlLineBuffer {
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private(set) var count = 0

    deinit {
        clear()
        unsafe bytes.deallocate()
    }

    /// Adds a line; false, and nothing changes, if there is no room for it.
    func append(_ line: UnsafeRawBufferPointer) -> Bool {
        guard unsafe line.count <= bytes.count - count, let source = line.baseAddress,
            let target = unsafe bytes.baseAddress
        else { return false }
        unsafe (target + count).copyMemory(from: source, byteCount: line.count)
        count += line.count
        return true
    }

    /// Hands over the lines and wipes them: they may hold secrets.
    func take<Result>(_ body: (RawSpan) -> Result) -> Result {
        defer { clear() }
        return body(unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count]).bytes)
    }

    func clear() {
        if let start = unsafe bytes.baseAddress { unsafe explicit_bzero(start, count) }
        count = 0
    }
}
