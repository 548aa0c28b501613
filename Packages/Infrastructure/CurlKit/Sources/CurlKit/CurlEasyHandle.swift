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
    private let fields = CurlFieldList()
    private let presetFields = CurlFieldList()
    private var isConfiguringPreset = false
    private var omitsPresetFields = false
    /// What came of a head, and was not handed over yet.
    let lines = CurlLineBuffer()
    private var body: UnsafeMutableRawBufferPointer?
    /// The address, where it was set in parts; and whose it is.
    private let address: CurlURLParts
    private var server: String?
    /// Whose callbacks are called.
    private(set) var transfer: (any CurlTransfer)?
    /// How the transfer is known to the loop.
    private(set) var ticket: CurlTicket?
    /// The options that it has already, if all of them are still as they were.
    private(set) var preset: CurlPreset?
    /// Its place among those that run.
    var position = 0
    private var isAltered = false

    init() throws(CurlError) {
        address = try CurlURLParts()
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
        isAltered = true
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
        if option.option == CURLOPT_URL {
            try check(unsafe ccurl_set_address(raw, nil))
        } else {
            isAltered = true
        }
        guard let value else { return try check(unsafe ccurl_set_text(raw, option.option, nil)) }
        let length = value.utf8.count
        let code: CURLcode? = unsafe value.withCString { text in
            guard unsafe strlen(text) == length else { return nil }
            return unsafe ccurl_set_text(raw, option.option, text)
        }
        guard let code else { throw CurlError(code: .badArgument, reason: "A text holds a NUL") }
        try check(code)
    }

    /// Sets the address to a path, and a query, at a server.
    ///
    /// The library need not read the server again that it had before: reading an
    /// address and writing it anew takes it a tenth of a small request.
    ///
    /// - Parameters:
    ///   - server: An address of the server.
    ///   - path: Starts with a slash; sent as it is.
    ///   - query: What follows the question mark, if there is one; sent as it is.
    public func setAddress(server: String, path: String, query: String?) throws(CurlError) {
        if server != self.server {
            self.server = nil
            try address.set(CURLUPART_URL, server)
            self.server = server
        }
        try address.set(CURLUPART_PATH, path)
        try address.set(CURLUPART_QUERY, query)
        try check(unsafe ccurl_set_address(raw, address.raw))
    }

    /// Sets an option to a list, which lives as long as the transfer.
    public func set(_ option: CurlListOption, _ values: [String]) throws(CurlError) {
        isAltered = true
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

    /// Adds a header field to the request, or to all requests of the preset that
    /// is being configured.
    public func addField(_ name: String, _ value: String) throws(CurlError) {
        let list = isConfiguringPreset ? presetFields : fields
        // A name alone would take out what the library adds by itself.
        guard list.append(name, value.isEmpty ? ";" : ": ", value) else {
            throw CurlError(code: .badArgument, reason: "A header field holds a NUL")
        }
    }

    /// Wipes the header fields of a request whose answer has begun, so that its
    /// credentials don't stay for as long as the answer goes on.
    ///
    /// The library copied them when it sent them, and sends nothing once more
    /// after it has seen an answer.
    public func forgetFields() {
        fields.wipe()
    }

    /// Leaves the header fields of the preset out of this request.
    public func omitPresetFields() {
        omitsPresetFields = true
    }

    /// Takes out a header field that the library would add by itself.
    public func omitField(_ name: String) throws(CurlError) {
        guard fields.append(name, ":", "") else { throw CurlError(code: .badArgument, reason: "A name holds a NUL") }
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

    /// Gives the handle to a transfer, with the transfer's preset.
    func attach(_ transfer: any CurlTransfer, _ ticket: CurlTicket, _ preset: CurlPreset?) throws(CurlError) {
        self.transfer = transfer
        self.ticket = ticket
        unsafe reasonBuffer[0] = 0
        if let preset, preset === self.preset { return }
        self.preset = nil
        presetFields.clear()
        unsafe curl_easy_reset(raw)
        try setUp()
        isConfiguringPreset = true
        defer { isConfiguringPreset = false }
        try preset?.configure(self)
        self.preset = preset
        isAltered = false
    }

    /// Sets the callbacks and what every transfer of this library needs.
    private func setUp() throws(CurlError) {
        try check(unsafe ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(reasonBuffer.baseAddress)))
        // No signals: they would be delivered to whichever thread. And no
        // waiting for a resolver when a transfer is removed: that would hold
        // up all others for as long as getaddrinfo takes.
        try check(unsafe ccurl_set_long(raw, CURLOPT_NOSIGNAL, 1))
        try check(unsafe ccurl_set_long(raw, CURLOPT_QUICK_EXIT, 1))
        try setCallbacks()
    }

    /// Makes the fields that were added those of the request.
    func useFields() throws(CurlError) {
        let shared = unsafe omitsPresetFields ? nil : presetFields.link()
        try check(unsafe ccurl_set_list(raw, CURLOPT_HTTPHEADER, fields.link(before: shared)))
    }

    /// Takes the handle from its transfer, with all that was the transfer's own;
    /// what it knows of connections stays.
    func detach() {
        transfer = nil
        ticket = nil
        omitsPresetFields = false
        if isAltered || preset == nil {
            preset = nil
            unsafe curl_easy_reset(raw)
        }
        freeStorage()
    }

    /// Goes on with a transfer that was paused.
    func resume() {
        unsafe curl_easy_pause(raw, CURLPAUSE_CONT)
    }

    /// What the handle knows about a transfer that ended with `code`.
    func outcome(_ code: CurlCode) -> CurlOutcome {
        CurlOutcome(
            code: code,
            reason: code == .ok ? nil : details,
            responseCode: integer(CURLINFO_RESPONSE_CODE),
            newConnections: integer(CURLINFO_NUM_CONNECTS),
            certificates: certificates
        )
    }

    private var details: String? {
        guard let text = unsafe reasonBuffer.baseAddress, unsafe text.pointee != 0 else { return nil }
        return unsafe String(cString: text)
    }

    /// The library's list for each certificate has lines such as `Subject:…`; the one of the whole is `Cert:…`.
    private var certificates: [String] {
        var pointer: UnsafeMutableRawPointer?
        guard unsafe ccurl_get_pointer(raw, CURLINFO_CERTINFO, &pointer) == CURLE_OK,
            let information = unsafe pointer?.assumingMemoryBound(to: curl_certinfo.self).pointee
        else { return [] }
        return unsafe (0..<max(0, Int(information.num_of_certs))).compactMap { position in
            var line = unsafe information.certinfo?[position]
            while let current = unsafe line {
                let text = unsafe String(cString: current.pointee.data)
                if text.hasPrefix("Cert:") { return String(text.dropFirst(5)) }
                unsafe line = current.pointee.next
            }
            return nil
        }
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
        fields.clear()
        lines.clear()
        freeBody()
    }

    private func freeBody() {
        guard let body = unsafe self.body else { return }
        if let start = body.baseAddress { unsafe explicit_bzero(start, body.count) }
        unsafe body.deallocate()
        unsafe self.body = nil
    }
}
