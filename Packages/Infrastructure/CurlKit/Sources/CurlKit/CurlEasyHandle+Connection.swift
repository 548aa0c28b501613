import CCurl
import Glibc

/// What can be done with a connection of ``CurlIntegerOption/connectOnly``, without waiting.
extension CurlEasyHandle {
    /// The socket; nil where there is none any more.
    var connection: Int32? {
        var socket = CURL_SOCKET_BAD
        guard unsafe ccurl_get_socket(raw, &socket) == CURLE_OK, socket != CURL_SOCKET_BAD else { return nil }
        return socket
    }

    /// Sends as much as the socket takes.
    ///
    /// - Returns: How many bytes.
    func send(_ bytes: UnsafeRawBufferPointer) throws(CurlError) -> Int {
        var count = 0
        let code = unsafe curl_easy_send(raw, bytes.baseAddress, bytes.count, &count)
        guard code != CURLE_AGAIN else { return 0 }
        try check(code)
        return count
    }

    /// Reads what there is and forgets it.
    ///
    /// - Returns: How many bytes; none at the end, and nil where nothing has come yet.
    func receive() throws(CurlError) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 1_024), count = 0
        let code = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe curl_easy_recv(raw, bytes.baseAddress, bytes.count, &count)
        }
        guard code != CURLE_AGAIN else { return nil }
        try check(code)
        return count
    }

    /// Tells the peer that nothing more comes (`close_notify`; RFC 8446, section 6.1).
    ///
    /// - Returns: Whether the socket took it.
    func sendFarewell() throws(CurlError) -> Bool {
        switch unsafe ccurl_send_farewell(raw) {
        case ccurl_farewell_sent: true
        case ccurl_farewell_unsent: false
        default: throw CurlError(code: .sendError, reason: "TLS can't be closed")
        }
    }

    /// Whether the peer has told that nothing more comes, so that the end is no cut.
    var hasFarewell: Bool { unsafe ccurl_has_farewell(raw) != 0 }
}
