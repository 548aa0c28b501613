import CCurl
import Glibc

/// Owns one easy handle of libcurl: the options of a transfer and its state.
///
/// Lives on the thread of its loop; a transfer sees it only there.
@safe
public final class CurlEasyHandle {
    let raw: UnsafeMutableRawPointer
    let reasonBuffer: UnsafeMutableBufferPointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
    private var body: UnsafeMutableRawBufferPointer?
    /// Whose callbacks are called.
    private(set) var transfer: (any CurlTransfer)?
    /// How the transfer is known to the loop.
    private(set) var ticket: CurlTicket?

    init() throws(CurlError) {
        guard let handle = unsafe curl_easy_init() else { throw CurlError(code: .failedInitialization) }
        unsafe raw = handle
        unsafe reasonBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe reasonBuffer.initialize(repeating: 0)
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        freeStorage()
        unsafe reasonBuffer.deallocate()
    }

    /// Sets an option to a number.
    public func set(_ option: CurlIntegerOption, _ value: Int) throws(CurlError) {
        if option.isOffset {
            try check(unsafe ccurl_set_offset(raw, option.option, curl_off_t(value)))
        } else {
            try check(unsafe ccurl_set_long(raw, option.option, value))
        }
    }

    /// Sets an option to on or off.
    public func set(_ option: CurlIntegerOption, _ value: Bool) throws(CurlError) {
        try set(option, value ? 1 : 0)
    }

    /// Sets an option to a text; nil takes it back to nothing.
    ///
    /// - Throws: ``CurlCode/badArgument`` for a text that C would cut short.
    public func set(_ option: CurlTextOption, _ value: String?) throws(CurlError) {
        guard let value else { return try check(unsafe ccurl_set_text(raw, option.option, nil)) }
        guard !value.utf8.contains(0) else { throw CurlError(code: .badArgument, reason: "A text holds a NUL") }
        try check(unsafe value.withCString { text in unsafe ccurl_set_text(raw, option.option, text) })
    }

    /// Sets an option to a list, which lives as long as the transfer.
    public func set(_ option: CurlListOption, _ values: [String]) throws(CurlError) {
        var head: UnsafeMutablePointer<curl_slist>?
        for value in values {
            guard !value.utf8.contains(0), let longer = unsafe curl_slist_append(head, value) else {
                unsafe curl_slist_free_all(head)
                throw CurlError(code: .badArgument, reason: "A text of a list can't be used")
            }
            unsafe head = longer
        }
        if let head = unsafe head { unsafe lists.append(head) }
        try check(unsafe ccurl_set_list(raw, option.option, head))
    }

    /// Makes a copy of `bytes` the body of the request.
    ///
    /// The copy is wiped when the transfer has ended: bodies carry passwords.
    public func setBody(_ bytes: RawSpan) throws(CurlError) {
        freeBody()
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.byteCount), alignment: 1)
        unsafe bytes.withUnsafeBytes { source in unsafe copy.copyMemory(from: source) }
        unsafe body = unsafe copy
        try set(.postSize, bytes.byteCount)
        try check(unsafe ccurl_set_pointer(raw, CURLOPT_POSTFIELDS, copy.baseAddress))
    }

    /// Sets the callbacks and what every transfer of this library needs.
    func attach(_ transfer: any CurlTransfer, _ ticket: CurlTicket) throws(CurlError) {
        self.transfer = transfer
        self.ticket = ticket
        unsafe reasonBuffer[0] = 0
        try check(unsafe ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(reasonBuffer.baseAddress)))
        // No signals: they would be delivered to whichever thread. And no
        // waiting for a resolver when a transfer is removed: that would hold
        // up all others for as long as getaddrinfo takes.
        try check(unsafe ccurl_set_long(raw, CURLOPT_NOSIGNAL, 1))
        try check(unsafe ccurl_set_long(raw, CURLOPT_QUICK_EXIT, 1))
        try setCallbacks()
    }

    /// Makes the handle as new; what it knows of connections stays.
    func reset() {
        transfer = nil
        ticket = nil
        unsafe curl_easy_reset(raw)
        freeStorage()
    }

    /// Goes on with a transfer that was paused.
    func resume() {
        unsafe curl_easy_pause(raw, CURLPAUSE_CONT)
    }

    /// What the handle knows about a transfer that ended with `code`.
    func outcome(_ code: CurlCode) -> CurlOutcome {
        let details = unsafe reasonBuffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
        return CurlOutcome(
            code: code,
            reason: details.isEmpty ? nil : details,
            responseCode: integer(CURLINFO_RESPONSE_CODE),
            newConnections: integer(CURLINFO_NUM_CONNECTS)
        )
    }

    private func integer(_ information: CURLINFO) -> Int {
        var value = 0
        return unsafe ccurl_get_long(raw, information, &value) == CURLE_OK ? value : 0
    }

    func check(_ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw CurlError(code: CurlCode(code)) }
    }

    private func freeStorage() {
        while let list = unsafe lists.popLast() { unsafe curl_slist_free_all(list) }
        freeBody()
    }

    private func freeBody() {
        guard let body = unsafe self.body else { return }
        if let start = body.baseAddress { unsafe explicit_bzero(start, body.count) }
        unsafe body.deallocate()
        unsafe self.body = nil
    }
}
