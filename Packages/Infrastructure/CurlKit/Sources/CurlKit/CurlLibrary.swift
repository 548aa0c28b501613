import CCurl

/// The library itself, as it is linked.
public enum CurlLibrary {
    private static let initialization = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// The versions of libcurl and of what it is built with.
    public static var version: String {
        unsafe String(cString: curl_version())
    }

    /// Sets the library up, once in the life of the process.
    static func initialize() throws(CurlError) {
        guard initialization == CURLE_OK else { throw CurlError(code: CurlCode(initialization)) }
    }
}
