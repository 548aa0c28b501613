import CCurl

/// Owns the library's form of an address.
@safe
struct CurlURLParts: ~Copyable {
    let raw: OpaquePointer

    init() throws(CurlError) {
        guard let handle = unsafe curl_url() else { throw CurlError(code: .outOfMemory) }
        unsafe raw = handle
    }

    deinit {
        unsafe curl_url_cleanup(raw)
    }

    /// Sets a part, or takes it away.
    ///
    /// - Throws: ``CurlCode/malformedURL``, also for a text that C would cut short.
    func set(_ part: CURLUPart, _ text: String?, flags: UInt32 = 0) throws(CurlError) {
        guard let text else { return try check(unsafe curl_url_set(raw, part, nil, flags)) }
        guard !text.utf8.contains(0) else { throw CurlError(code: .malformedURL) }
        try check(unsafe text.withCString { text in unsafe curl_url_set(raw, part, text, flags) })
    }

    func get(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(raw, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }

    private func check(_ code: CURLUcode) throws(CurlError) {
        guard code == CURLUE_OK else {
            throw CurlError(code: .malformedURL, reason: unsafe String(cString: curl_url_strerror(code)))
        }
    }
}
