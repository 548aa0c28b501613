import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

extension CurlEasyHandle {
    /// Sets the options that requests of a kind share.
    func configure(_ kind: TransferKind, _ settings: TransportSettings) throws(CurlError) {
        try set(.protocols, kind.isPlain ? "http" : "https")
        try set(.followRedirects, false)
        // A machine does not talk to itself through a proxy, whatever the
        // environment says; for others the library reads its variables.
        // What it is to say of itself, proxies ask, too.
        if kind.isLoopback { try set(.noProxy, "*") } else { try set(.userAgent, settings.userAgent) }
        try set(.suppressProxyHeaders, true)
        try setTimes(TransferKind.usualLimits)
        try addUsualFields(kind.delivery, userAgent: settings.userAgent)
        try setProtocol(kind)
        if !kind.isPlain { try setTLS(settings) }
    }

    /// Sets the options that are a request's own, but for a body that is in a
    /// file.
    func configure(_ outgoing: OutgoingRequest, userAgent: String) throws(CurlError) {
        switch outgoing.address.form {
        case .whole(let text): try set(.url, text)
        case .parts(let server, let path, let query): try setAddress(server: server, path: path, query: query)
        }
        if !outgoing.request.limits.agreeInTime(with: TransferKind.usualLimits) {
            try setTimes(outgoing.request.limits)
        }
        if let pins = outgoing.pins { try set(.pinnedKeys, pins.text) }
        if outgoing.isAlone {
            try set(.freshConnection, true)
            try set(.waitForSharedConnection, false)
        }
        let fields = outgoing.request.fields
        var hasUsual = false
        for field in fields {
            try addField(field.name.description, field.value)
            if field.name == .userAgent || field.name == Self.acceptEncoding { hasUsual = true }
        }
        if hasUsual {
            omitPresetFields()
            try addUsualFields(outgoing.delivery, userAgent: userAgent, besides: fields)
        }
        try setMethodAndBody(outgoing.request)
    }

    /// Adds the fields that are the same for all requests.
    ///
    /// The library could be asked for them, too: it writes its own fields byte
    /// by byte, twice, which costs more than sending the request.
    private func addUsualFields(
        _ delivery: OutgoingRequest.Delivery, userAgent: String, besides fields: HTTPFields = [:]
    ) throws(CurlError) {
        let encodings = CurlLibrary.contentEncodings
        if fields[.userAgent] == nil { try addField("User-Agent", userAgent) }
        if delivery != .piecewise, !encodings.isEmpty, fields[Self.acceptEncoding] == nil {
            try addField("Accept-Encoding", encodings)
        }
    }

    private static let acceptEncoding: HTTPFieldName = "Accept-Encoding"

    private func setTimes(_ limits: HTTPLimits) throws(CurlError) {
        try set(.connectTimeout, limits.connect.wholeMilliseconds)
        try set(.totalTimeout, limits.total?.wholeMilliseconds ?? 0)
        try set(.lowestSpeed, 1)
        try set(.lowestSpeedTime, limits.idle?.wholeSeconds ?? 0)
    }

    private func setMethodAndBody(_ request: HTTPRequest) throws(CurlError) {
        switch (request.method, request.body) {
        case (.head, _):
            try set(.noBody, true)
        // What the library sends by itself.
        case (.get, _): break
        case (let method, .bytes(let data)?):
            try set(.httpPost, true)
            try set(.method, method.rawValue)
            try setBody(data.bytes)
            try omitUnasked(request)
        case (let method, .file?):
            try set(.httpPost, true)
            try set(.method, method.rawValue)
            try omitUnasked(request)
        case (let method, nil) where method == .post || method == .put || method == .patch:
            // A body is expected here, so its length is told even if it is 0
            // (RFC 9110, section 8.6).
            try set(.httpPost, true)
            try set(.method, method.rawValue)
            try setBody(RawSpan())
            try omitUnasked(request)
        case (let method, nil):
            try set(.httpGet, true)
            try set(.method, method.rawValue)
        }
    }

    /// Leaves out what the library would add to a body.
    private func omitUnasked(_ request: HTTPRequest) throws(CurlError) {
        try omitField("Expect")
        if request.fields[.contentType] == nil { try omitField("Content-Type") }
    }

    private func setProtocol(_ kind: TransferKind) throws(CurlError) {
        switch kind.delivery {
        case .whole, .toFile:
            // Pictures and pages of the feed come in one piece. The room is
            // taken, and wiped, for each answer: what is smaller would pay for it.
            try set(.bufferSize, (kind.delivery == .toFile ? 64 : 8) * 1024)
            // All that the library can undo; the field itself is the request's.
            try set(.acceptEncoding, "")
            try set(.httpVersion, kind.isPlain ? CurlHTTPVersion.http1 : CurlHTTPVersion.http2OverTLS)
            try set(.waitForSharedConnection, !kind.isPlain)
        case .piecewise:
            // A stream has a connection to itself: in libcurl 7.88 a stream of
            // HTTP/2 that is paused holds up all others of its connection. No
            // compression, so that an event is not kept back until a block is
            // full. Probes tell a silent server from one that is gone.
            try set(.httpVersion, CurlHTTPVersion.http1)
            try set(.tcpKeepAlive, true)
            try set(.tcpKeepAliveIdle, 30)
            try set(.tcpKeepAliveInterval, 10)
        }
    }

    func setTLS(_ settings: TransportSettings) throws(CurlError) {
        try set(.tlsVersion, CurlTLSVersion.atLeast12)
        try set(.ciphers, TransportSettings.ciphers)
        if let file = settings.authorityFile {
            try set(.authorityFile, file)
            try set(.authorityFolder, nil)
        }
    }
}

extension HTTPLimits {
    fileprivate func agreeInTime(with other: HTTPLimits) -> Bool {
        connect == other.connect && total == other.total && idle == other.idle
    }
}

extension Duration {
    /// The duration in seconds, rounded up, at least 1.
    fileprivate var wholeSeconds: Int {
        (wholeMilliseconds - 1) / 1000 + 1
    }

    /// The duration in milliseconds, rounded up, at least 1 (libcurl takes 0
    /// for no limit) and at most what it accepts.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return max(1, Int(milliseconds))
    }
}
