import CCurl
import Glibc

/// The header fields of a request, each a line, in memory that is used again
/// and again.
@safe
final class CurlFieldList {
    private var text = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
    private var nodes = UnsafeMutableBufferPointer<curl_slist>.allocate(capacity: 16)
    private var length = 0
    /// Where each line starts.
    private var starts: [Int] = []

    deinit {
        clear()
        unsafe text.deallocate()
        unsafe nodes.deallocate()
    }

    /// Adds a line; false, and no line, if C would cut it short.
    func append(_ name: String, _ separator: String, _ value: String) -> Bool {
        let start = length
        guard add(name), add(separator), add(value) else {
            length = start
            return false
        }
        add(0)
        starts.append(start)
        return true
    }

    /// The lines as the library takes them, valid until the list changes.
    func link() -> UnsafeMutablePointer<curl_slist>? {
        guard !starts.isEmpty, let lines = unsafe text.baseAddress else { return nil }
        if unsafe nodes.count < starts.count {
            unsafe nodes.deallocate()
            unsafe nodes = .allocate(capacity: starts.count * 2)
        }
        for (position, start) in starts.enumerated() {
            let next = unsafe position + 1 < starts.count ? nodes.baseAddress?.advanced(by: position + 1) : nil
            let line = unsafe (lines + start).assumingMemoryBound(to: CChar.self)
            unsafe nodes.initializeElement(at: position, to: curl_slist(data: line, next: next))
        }
        return unsafe nodes.baseAddress
    }

    /// Wipes the lines: they may hold credentials.
    func clear() {
        if let start = unsafe text.baseAddress { unsafe explicit_bzero(start, length) }
        length = 0
        starts.removeAll(keepingCapacity: true)
    }

    private func add(_ part: String) -> Bool {
        var part = part
        return part.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return true }
            guard unsafe memchr(start, 0, bytes.count) == nil else { return false }
            unsafe add(UnsafeRawBufferPointer(bytes))
            return true
        }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: text[length...]).copyMemory(from: bytes)
        length += bytes.count
    }

    private func add(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe text[length] = byte
        length += 1
    }

    private func makeRoom(for count: Int) {
        guard unsafe length + count > text.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: (length + count) * 2, alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: text[..<length]))
        if let start = unsafe text.baseAddress { unsafe explicit_bzero(start, length) }
        unsafe text.deallocate()
        unsafe text = larger
    }
}
