import CCurl

/// How a transfer ended, in the numbers of libcurl.
///
/// The space of codes is open: later versions of the library add some.
/// See https://curl.se/libcurl/c/libcurl-errors.html.
public struct CurlCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value of `CURLcode`.
    public let rawValue: UInt32

    /// Creates a code from its number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(_ code: CURLcode) {
        rawValue = code.rawValue
    }

    /// The library's words for the code.
    public var description: String {
        unsafe String(cString: curl_easy_strerror(CURLcode(rawValue: rawValue)))
    }

    /// All went well.
    public static let ok = CurlCode(CURLE_OK)
    /// The address names a protocol that is not allowed here.
    public static let unsupportedProtocol = CurlCode(CURLE_UNSUPPORTED_PROTOCOL)
    /// The library could not set itself up.
    public static let failedInitialization = CurlCode(CURLE_FAILED_INIT)
    /// The address is malformed.
    public static let malformedURL = CurlCode(CURLE_URL_MALFORMAT)
    /// The proxy's name has no address.
    public static let couldNotResolveProxy = CurlCode(CURLE_COULDNT_RESOLVE_PROXY)
    /// The host's name has no address.
    public static let couldNotResolveHost = CurlCode(CURLE_COULDNT_RESOLVE_HOST)
    /// Nobody listens at the address.
    public static let couldNotConnect = CurlCode(CURLE_COULDNT_CONNECT)
    /// The server said something that could not be understood.
    public static let weirdServerReply = CurlCode(CURLE_WEIRD_SERVER_REPLY)
    /// The framing of HTTP/2 was broken.
    public static let http2 = CurlCode(CURLE_HTTP2)
    /// The connection closed before all had come.
    public static let partialFile = CurlCode(CURLE_PARTIAL_FILE)
    /// The transfer refused the bytes that came.
    public static let writeError = CurlCode(CURLE_WRITE_ERROR)
    /// The transfer could not provide the bytes to be sent.
    public static let readError = CurlCode(CURLE_READ_ERROR)
    /// A buffer of the library would have grown too large, or memory ran out.
    public static let outOfMemory = CurlCode(CURLE_OUT_OF_MEMORY)
    /// A limit on time passed.
    public static let timedOut = CurlCode(CURLE_OPERATION_TIMEDOUT)
    /// The handshake of TLS failed.
    public static let tlsConnectError = CurlCode(CURLE_SSL_CONNECT_ERROR)
    /// The transfer was cancelled, or it refused to go on.
    public static let aborted = CurlCode(CURLE_ABORTED_BY_CALLBACK)
    /// An option was given a value that it does not take.
    public static let badArgument = CurlCode(CURLE_BAD_FUNCTION_ARGUMENT)
    /// The network interface can't be used.
    public static let interfaceFailed = CurlCode(CURLE_INTERFACE_FAILED)
    /// The server closed the connection without a word.
    public static let gotNothing = CurlCode(CURLE_GOT_NOTHING)
    /// The engine for TLS was not found.
    public static let tlsEngineNotFound = CurlCode(CURLE_SSL_ENGINE_NOTFOUND)
    /// The engine for TLS could not be chosen.
    public static let tlsEngineNotSet = CurlCode(CURLE_SSL_ENGINE_SETFAILED)
    /// Sending failed.
    public static let sendError = CurlCode(CURLE_SEND_ERROR)
    /// Receiving failed.
    public static let receiveError = CurlCode(CURLE_RECV_ERROR)
    /// The local certificate was refused by the library.
    public static let localCertificate = CurlCode(CURLE_SSL_CERTPROBLEM)
    /// None of the allowed ciphers is known to the library.
    public static let tlsCipher = CurlCode(CURLE_SSL_CIPHER)
    /// The server's certificate or its name does not hold.
    public static let peerVerificationFailed = CurlCode(CURLE_PEER_FAILED_VERIFICATION)
    /// A content encoding is broken or unknown.
    public static let badContentEncoding = CurlCode(CURLE_BAD_CONTENT_ENCODING)
    /// TLS was asked for and could not be had.
    public static let tlsUnavailable = CurlCode(CURLE_USE_SSL_FAILED)
    /// What was already sent would have to be sent again and can't be.
    public static let sendFailRewind = CurlCode(CURLE_SEND_FAIL_REWIND)
    /// The engine for TLS could not be set up.
    public static let tlsEngineFailed = CurlCode(CURLE_SSL_ENGINE_INITFAILED)
    /// The user name or the password was refused.
    public static let loginDenied = CurlCode(CURLE_LOGIN_DENIED)
    /// The file of certificate authorities can't be read.
    public static let badAuthorityFile = CurlCode(CURLE_SSL_CACERT_BADFILE)
    /// TLS could not be shut down.
    public static let tlsShutdownFailed = CurlCode(CURLE_SSL_SHUTDOWN_FAILED)
    /// The file of revoked certificates can't be read.
    public static let badRevocationFile = CurlCode(CURLE_SSL_CRL_BADFILE)
    /// The issuer of the certificate is not the expected one.
    public static let tlsIssuer = CurlCode(CURLE_SSL_ISSUER_ERROR)
    /// No connection is free.
    public static let noConnectionAvailable = CurlCode(CURLE_NO_CONNECTION_AVAILABLE)
    /// The server's key is not the pinned one.
    public static let pinnedKeyMismatch = CurlCode(CURLE_SSL_PINNEDPUBKEYNOTMATCH)
    /// The stapled status of the certificate is invalid.
    public static let invalidCertificateStatus = CurlCode(CURLE_SSL_INVALIDCERTSTATUS)
    /// A stream of HTTP/2 was not closed cleanly.
    public static let http2Stream = CurlCode(CURLE_HTTP2_STREAM)
    /// The proxy refused.
    public static let proxy = CurlCode(CURLE_PROXY)
    /// Waiting for the network failed for good.
    public static let unrecoverablePoll = CurlCode(CURLE_UNRECOVERABLE_POLL)
    /// The server asks for a certificate of the client.
    public static let clientCertificateNeeded = CurlCode(CURLE_SSL_CLIENTCERT)
}
