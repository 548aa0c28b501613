import CCurl

/// Owns one multi handle of libcurl: transfers that run side by side on one
/// thread, and the connections that they share.
@safe
final class CurlMultiHandle {
    private let raw: UnsafeMutableRawPointer
    private let mailbox: Int32

    /// - Parameter mailbox: A descriptor that ends waiting, too.
    init(_ settings: CurlLoop.Settings, mailbox: Int32) throws(CurlError) {
        guard let handle = unsafe curl_multi_init() else { throw CurlError(code: .failedInitialization) }
        unsafe raw = handle
        self.mailbox = mailbox
        unsafe ccurl_multi_set_long(raw, CURLMOPT_MAX_HOST_CONNECTIONS, settings.maximumConnectionsPerHost)
        unsafe ccurl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, settings.maximumCachedConnections)
    }

    deinit {
        unsafe curl_multi_cleanup(raw)
    }

    func add(_ handle: CurlEasyHandle) -> Bool {
        unsafe curl_multi_add_handle(raw, handle.raw) == CURLM_OK
    }

    func remove(_ handle: CurlEasyHandle) {
        unsafe curl_multi_remove_handle(raw, handle.raw)
    }

    /// Moves on all transfers that can move on.
    func perform() -> Bool {
        var running: Int32 = 0
        return unsafe curl_multi_perform(raw, &running) == CURLM_OK
    }

    /// Waits until a transfer can move on, or the mailbox has something, or the
    /// time is over.
    func wait(milliseconds: Int32) {
        var extra = curl_waitfd(fd: mailbox, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        unsafe curl_multi_wait(raw, &extra, 1, milliseconds, nil)
    }

    /// A transfer that has ended since it was last asked for one.
    func nextFinished() -> (handle: CurlEasyHandle, code: CurlCode)? {
        var code = CURLE_OK
        while let easy = unsafe ccurl_multi_next_done(raw, &code) {
            var user: UnsafeMutableRawPointer?
            unsafe ccurl_get_pointer(easy, CURLINFO_PRIVATE, &user)
            if let handle = unsafe CurlEasyHandle.from(user) { return (handle, CurlCode(code)) }
        }
        return nil
    }
}
