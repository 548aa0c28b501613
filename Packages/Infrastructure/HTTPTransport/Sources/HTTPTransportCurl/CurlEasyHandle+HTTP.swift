import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

extension CurlEasyHandle {
    /// Sets all options of a request but a body that is in a file.
    func configure(_ outgoing: OutgoingRequest, _ settings: TransportSettings) throws(CurlError) {
        try set(.url, outgoing.url.description)
        try set(.protocols, outgoing.url.scheme)
        try set(.followRedirects, false)
        // A machine does not talk to itself through a proxy, whatever the
        // environment says; for others the library reads its variables.
        if outgoing.url.isLoopback { try set(.noProxy, "*") }
        try set(.suppressProxyHeaders, true)
        try set(.connectTimeout, outgoing.request.limits.connect.wholeMilliseconds)
        try set(.totalTimeout, outgoing.request.limits.total?.wholeMilliseconds ?? 0)
        if let idle = outgoing.request.limits.idle {
            try set(.lowestSpeed, 1)
            try set(.lowestSpeedTime, idle.wholeSeconds)
        }
        if outgoing.isAlone { try set(.freshConnection, true) }
        try set(.userAgent, settings.userAgent)
        try set(.headerFields, outgoing.headerLines)
        try setMethodAndBody(outgoing.request)
        try setProtocol(outgoing)
        if !outgoing.isPlain { try setTLS(settings) }
    }

    private func setMethodAndBody(_ request: HTTPRequest) throws(CurlError) {
        switch (request.method, request.body) {
        case (.head, _):
            try set(.noBody, true)
        case (.get, _):
            try set(.httpGet, true)
        case (let method, .bytes(let data)?):
            try set(.httpPost, true)
            try set(.method, method.rawValue)
            try setBody(data.bytes)
        case (let method, .file?):
            try set(.httpPost, true)
            try set(.method, method.rawValue)
        case (let method, nil) where method == .post || method == .put || method == .patch:
            // A body is expected here, so its length is told even if it is 0
            // (RFC 9110, section 8.6).
            try set(.httpPost, true)
            try set(.method, method.rawValue)
            try setBody(RawSpan())
        case (let method, nil):
            try set(.httpGet, true)
            try set(.method, method.rawValue)
        }
    }

    private func setProtocol(_ outgoing: OutgoingRequest) throws(CurlError) {
        switch outgoing.delivery {
        case .whole:
            try set(.acceptEncoding, "")
            try set(.httpVersion, outgoing.isPlain ? CurlHTTPVersion.http1 : CurlHTTPVersion.http2OverTLS)
            try set(.waitForSharedConnection, !outgoing.isPlain && !outgoing.isAlone)
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

    private func setTLS(_ settings: TransportSettings) throws(CurlError) {
        try set(.tlsVersion, CurlTLSVersion.atLeast12)
        try set(.ciphers, TransportSettings.ciphers)
        if let file = settings.authorityFile {
            try set(.authorityFile, file)
            try set(.authorityFolder, nil)
        }
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
