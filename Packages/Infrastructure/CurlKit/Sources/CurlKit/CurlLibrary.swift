import CCurl

/// The library itself, as it is linked.
public enum CurlLibrary {
    private static let initialization = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// The versions of libcurl and of what it is built with.
    public static var version: String {
        unsafe String(cString: curl_version())
    }

    /// The encodings of content that the library can undo, as `Accept-Encoding`
    /// names them; empty if there is none.
    public static let contentEncodings: String = {
        guard let features = unsafe curl_version_info(CURLVERSION_FIRST)?.pointee.features else { return "" }
        let known = [
            (CURL_VERSION_LIBZ, "deflate, gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
        ]
        return known.filter { features & $0.0 != 0 }.map(\.1).joined(separator: ", ")
    }()

    /// Sets the library up, once in the life of the process.
    static func initialize() throws(CurlError) {
        guard initialization == CURLE_OK else { throw CurlError(code: CurlCode(initialization)) }
    }
}
