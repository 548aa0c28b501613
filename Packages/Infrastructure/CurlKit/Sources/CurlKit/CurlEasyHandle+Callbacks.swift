import CCurl
import Glibc

/// The way from the callbacks of libcurl to the transfer.
///
/// The library hands each callback the pointer that was given to it, here the
/// handle's own. The loop keeps the handle as long as the library knows it, so
/// the pointer is valid whenever a callback runs.
extension CurlEasyHandle {
    func setCallbacks() throws(CurlError) {
        let user = unsafe Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
            CURLOPT_PREREQDATA,
        ] {
            try check(unsafe ccurl_set_pointer(raw, option, user))
        }
        try check(
            unsafe ccurl_set_bytes_callback(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, user in
                unsafe CurlEasyHandle.with(user) { unsafe $0.receive(bytes, size * count) } ?? 0
            })
        try check(
            unsafe ccurl_set_bytes_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, user in
                unsafe CurlEasyHandle.with(user) { unsafe $0.receiveHeader(bytes, size * count) } ?? 0
            })
        try check(
            unsafe ccurl_set_bytes_callback(raw, CURLOPT_READFUNCTION) { bytes, size, count, user in
                unsafe CurlEasyHandle.from(user)?.provide(bytes, size * count) ?? Int(CURL_READFUNC_ABORT)
            })
        try check(
            unsafe ccurl_set_seek_callback(raw) { user, offset, origin in
                guard origin == SEEK_SET, let transfer = unsafe CurlEasyHandle.from(user)?.transfer,
                    transfer.seek(to: Int(offset))
                else { return CURL_SEEKFUNC_CANTSEEK }
                return CURL_SEEKFUNC_OK
            })
        try check(
            unsafe ccurl_set_prerequest_callback(raw) { user, peer, _, _, _ in
                guard let transfer = unsafe CurlEasyHandle.from(user)?.transfer, let peer = unsafe peer,
                    transfer.maySend(to: unsafe String(cString: peer))
                else { return CURL_PREREQFUNC_ABORT }
                return CURL_PREREQFUNC_OK
            })
        // The library's own sockets are inherited by child processes, which
        // keeps connections open that are closed here.
        try check(
            unsafe ccurl_set_open_socket_callback(raw) { _, _, address in
                guard let address = unsafe address?.pointee else { return CURL_SOCKET_BAD }
                return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            })
    }

    static func from(_ user: UnsafeMutableRawPointer?) -> CurlEasyHandle? {
        guard let user = unsafe user else { return nil }
        return unsafe Unmanaged<CurlEasyHandle>.fromOpaque(user).takeUnretainedValue()
    }

    private static func with<Result>(
        _ user: UnsafeMutableRawPointer?, _ body: (CurlEasyHandle) -> Result
    ) -> Result? {
        guard let user = unsafe user else { return nil }
        return unsafe Unmanaged<CurlEasyHandle>.fromOpaque(user)._withUnsafeGuaranteedRef { body($0) }
    }

    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let transfer, lines.count == 0 || handOverLines() else { return Int(CURL_WRITEFUNC_ERROR) }
        switch transfer.receive(unsafe UnsafeRawBufferPointer(start: bytes, count: count).bytes) {
        case .taken: return count
        case .paused: return Int(CURL_WRITEFUNC_PAUSE)
        case .refused: return Int(CURL_WRITEFUNC_ERROR)
        }
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        if unsafe !lines.append(line) {
            guard handOverLines() else { return Int(CURL_WRITEFUNC_ERROR) }
            if unsafe !lines.append(line) {
                return transfer?.receiveHead(unsafe line.bytes, on: self) == true ? count : Int(CURL_WRITEFUNC_ERROR)
            }
        }
        // An empty line ends the head.
        return count > 2 || handOverLines() ? count : Int(CURL_WRITEFUNC_ERROR)
    }

    private func handOverLines() -> Bool {
        guard let transfer else { return false }
        return lines.take { lines in transfer.receiveHead(lines, on: self) }
    }

    private func provide(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let transfer else { return Int(CURL_READFUNC_ABORT) }
        var buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count).mutableBytes
        switch transfer.provide(into: &buffer) {
        case .provided(let provided): return min(provided, count)
        case .failed: return Int(CURL_READFUNC_ABORT)
        }
    }
}
