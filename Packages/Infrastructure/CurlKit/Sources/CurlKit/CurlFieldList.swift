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
        makeRoom(for: name.utf8.count + separator.utf8.count + value.utf8.count + 1)
        add(name)
        add(separator)
        add(value)
        guard let first = unsafe text.baseAddress?.advanced(by: start), unsafe memchr(first, 0, length - start) == nil
        else {
            wipe(from: start)
            return false
        }
        unsafe text[length] = 0
        length += 1
        starts.append(start)
        return true
    }

    /// The lines, and those that follow them, as the library takes them, valid
    /// until the list changes.
    func link(
        before following: UnsafeMutablePointer<curl_slist>? = nil
    ) -> UnsafeMutablePointer<curl_slist>? {
        guard !starts.isEmpty, let lines = unsafe text.baseAddress else { return unsafe following }
        if unsafe nodes.count < starts.count {
            unsafe nodes.deallocate()
            unsafe nodes = .allocate(capacity: starts.count * 2)
        }
        for (position, start) in starts.enumerated() {
            let next = unsafe position + 1 < starts.count ? nodes.baseAddress?.advanced(by: position + 1) : following
            let line = unsafe (lines + start).assumingMemoryBound(to: CChar.self)
            unsafe nodes.initializeElement(at: position, to: curl_slist(data: line, next: next))
        }
        return unsafe nodes.baseAddress
    }

    /// Wipes the lines, which may hold credentials; where they are linked, they
    /// are empty.
    func wipe() {
        wipe(from: 0)
    }

    /// Wipes the lines, and takes others.
    func clear() {
        wipe()
        starts.removeAll(keepingCapacity: true)
    }

    private func wipe(from start: Int) {
        if let first = unsafe text.baseAddress { unsafe explicit_bzero(first + start, length - start) }
        length = start
    }

    /// Writes a part of a line, for which there is room.
    private func add(_ part: String) {
        var part = part
        part.withUTF8 { bytes in
            guard let source = bytes.baseAddress, let target = unsafe text.baseAddress else { return }
            unsafe (target + length).copyMemory(from: source, byteCount: bytes.count)
            length += bytes.count
        }
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
