import CCurl

/// An option that takes a whole number.
public struct CurlIntegerOption: Sendable {
    let option: CURLoption
    /// Whether the library wants the number in 64 bits.
    let isOffset: Bool

    init(_ option: CURLoption, isOffset: Bool = false) {
        self.option = option
        self.isOffset = isOffset
    }

    /// The time to reach the peer, in milliseconds.
    public static let connectTimeout = CurlIntegerOption(CURLOPT_CONNECTTIMEOUT_MS)
    /// The time for all of it, in milliseconds; 0 for no limit.
    public static let totalTimeout = CurlIntegerOption(CURLOPT_TIMEOUT_MS)
    /// How many seconds a server may take for each of its replies, in protocols
    /// where it replies to commands.
    ///
    /// The one limit for the farewell of a connection, for which the library
    /// holds up the loop; 2 minutes unless it is set.
    public static let replyTimeout = CurlIntegerOption(CURLOPT_SERVER_RESPONSE_TIMEOUT)
    /// The average of bytes per second, in both directions together, below
    /// which a transfer is too slow.
    public static let lowestSpeed = CurlIntegerOption(CURLOPT_LOW_SPEED_LIMIT)
    /// For how many seconds a transfer may be too slow; 0 for no limit.
    public static let lowestSpeedTime = CurlIntegerOption(CURLOPT_LOW_SPEED_TIME)
    /// How many bytes are read from a connection at once, at most; 16 KB unless
    /// it is set.
    public static let bufferSize = CurlIntegerOption(CURLOPT_BUFFERSIZE)
    /// Whether to follow redirects.
    public static let followRedirects = CurlIntegerOption(CURLOPT_FOLLOWLOCATION)
    /// Which version of HTTP to speak; see ``CurlHTTPVersion``.
    public static let httpVersion = CurlIntegerOption(CURLOPT_HTTP_VERSION)
    /// Whether to wait for a connection that can be shared.
    public static let waitForSharedConnection = CurlIntegerOption(CURLOPT_PIPEWAIT)
    /// Whether to keep the answer to CONNECT from the header callback.
    public static let suppressProxyHeaders = CurlIntegerOption(CURLOPT_SUPPRESS_CONNECT_HEADERS)
    /// Whether to probe an idle connection.
    public static let tcpKeepAlive = CurlIntegerOption(CURLOPT_TCP_KEEPALIVE)
    /// After how many idle seconds to probe.
    public static let tcpKeepAliveIdle = CurlIntegerOption(CURLOPT_TCP_KEEPIDLE)
    /// How many seconds lie between probes.
    public static let tcpKeepAliveInterval = CurlIntegerOption(CURLOPT_TCP_KEEPINTVL)
    /// Whether to read nothing but the head.
    public static let noBody = CurlIntegerOption(CURLOPT_NOBODY)
    /// Whether to send a request that has no body.
    public static let httpGet = CurlIntegerOption(CURLOPT_HTTPGET)
    /// Whether to send a request that has a body.
    public static let httpPost = CurlIntegerOption(CURLOPT_POST)
    /// How many bytes the body of a request has.
    public static let postSize = CurlIntegerOption(CURLOPT_POSTFIELDSIZE_LARGE, isOffset: true)
    /// Whether to upload, in protocols other than HTTP.
    public static let upload = CurlIntegerOption(CURLOPT_UPLOAD)
    /// How many bytes an upload has.
    public static let uploadSize = CurlIntegerOption(CURLOPT_INFILESIZE_LARGE, isOffset: true)
    /// Whether TLS is wanted, in protocols that start without;
    /// see ``CurlTLSUse``.
    public static let useTLS = CurlIntegerOption(CURLOPT_USE_SSL)
    /// The lowest version of TLS; see ``CurlTLSVersion``.
    public static let tlsVersion = CurlIntegerOption(CURLOPT_SSLVERSION)
    /// Whether to keep the certificates that the server sends, for ``CurlOutcome/certificates``.
    public static let certificateInformation = CurlIntegerOption(CURLOPT_CERTINFO)
    /// Whether sessions of TLS are kept and resumed; a server sends no certificate when one is.
    public static let tlsSessionCache = CurlIntegerOption(CURLOPT_SSL_SESSIONID_CACHE)
    /// Whether to offer protocols for what goes over TLS (ALPN).
    public static let protocolNegotiation = CurlIntegerOption(CURLOPT_SSL_ENABLE_ALPN)
    /// Whether to connect and do no more.
    static let connectOnly = CurlIntegerOption(CURLOPT_CONNECT_ONLY)
    /// Whether to use a new connection.
    public static let freshConnection = CurlIntegerOption(CURLOPT_FRESH_CONNECT)
    /// Whether to close the connection afterwards.
    public static let forbidReuse = CurlIntegerOption(CURLOPT_FORBID_REUSE)
}

/// An option that takes a text, which the library copies.
public struct CurlTextOption: Sendable {
    let option: CURLoption

    init(_ option: CURLoption) {
        self.option = option
    }

    /// The address.
    public static let url = CurlTextOption(CURLOPT_URL)
    /// The protocols that an address may name, separated by commas.
    public static let protocols = CurlTextOption(CURLOPT_PROTOCOLS_STR)
    /// The protocols that a redirect may name.
    public static let redirectProtocols = CurlTextOption(CURLOPT_REDIR_PROTOCOLS_STR)
    /// The method, where it is not the one that follows from the body.
    public static let method = CurlTextOption(CURLOPT_CUSTOMREQUEST)
    /// What the program calls itself.
    public static let userAgent = CurlTextOption(CURLOPT_USERAGENT)
    /// The encodings to offer; empty for all that the library can undo.
    public static let acceptEncoding = CurlTextOption(CURLOPT_ACCEPT_ENCODING)
    /// The hosts to reach without a proxy; `*` for all.
    public static let noProxy = CurlTextOption(CURLOPT_NOPROXY)
    /// The ciphers of TLS 1.2.
    public static let ciphers = CurlTextOption(CURLOPT_SSL_CIPHER_LIST)
    /// The file of certificate authorities.
    public static let authorityFile = CurlTextOption(CURLOPT_CAINFO)
    /// The folder of certificate authorities.
    public static let authorityFolder = CurlTextOption(CURLOPT_CAPATH)
    /// The file of the client's own certificate, in PEM.
    public static let certificateFile = CurlTextOption(CURLOPT_SSLCERT)
    /// The file of its key.
    public static let keyFile = CurlTextOption(CURLOPT_SSLKEY)
    /// The hashes of the public keys that the server may have: `sha256//` and the Base64 of each, separated by
    /// semicolons.
    ///
    /// The library compares the key of the server's own certificate as soon as there is a secure connection, and keeps
    /// no connection for a transfer that has other ones.
    public static let pinnedKeys = CurlTextOption(CURLOPT_PINNEDPUBLICKEY)
    /// The user name for protocols that log in.
    public static let userName = CurlTextOption(CURLOPT_USERNAME)
    /// The password for protocols that log in.
    public static let password = CurlTextOption(CURLOPT_PASSWORD)
    /// The sender of a mail.
    public static let mailSender = CurlTextOption(CURLOPT_MAIL_FROM)
}

/// An option that takes a list of texts.
public struct CurlListOption: Sendable {
    let option: CURLoption

    init(_ option: CURLoption) {
        self.option = option
    }

    /// The recipients of a mail.
    public static let mailRecipients = CurlListOption(CURLOPT_MAIL_RCPT)
}

/// Values of ``CurlIntegerOption/httpVersion``.
public enum CurlHTTPVersion {
    /// HTTP/1.1.
    public static let http1 = Int(CURL_HTTP_VERSION_1_1)
    /// HTTP/2 over TLS where the server offers it, else HTTP/1.1.
    public static let http2OverTLS = Int(CURL_HTTP_VERSION_2TLS)
}

/// Values of ``CurlIntegerOption/tlsVersion``.
public enum CurlTLSVersion {
    /// TLS 1.2 or newer.
    public static let atLeast12 = Int(CURL_SSLVERSION_TLSv1_2)
}

/// Values of ``CurlIntegerOption/useTLS``.
public enum CurlTLSUse {
    /// TLS or nothing.
    public static let required = Int(CURLUSESSL_ALL.rawValue)
}
