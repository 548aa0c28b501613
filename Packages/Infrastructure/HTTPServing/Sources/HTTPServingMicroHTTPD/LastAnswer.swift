import CMicroHTTPD
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes

/// An answer that ends its connection and that the library doesn't write: there
/// is no request in its eyes.
enum LastAnswer {
    static func bytes(_ response: ServerResponse, to request: ServerRequest) -> [UInt8] {
        let phrase = unsafe MHD_get_reason_phrase_for(UInt32(clamping: response.status.rawValue))
        let reason = unsafe phrase.map { unsafe String(cString: $0) } ?? ""
        let body: Data = if case .bytes(let data) = response.body { data } else { Data() }
        var fields = response.fields
        fields[.requestID] = request.requestID
        fields[.contentLength] = String(body.count)
        fields[.connection] = "close"
        fields[.date] = date()
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(response.status.rawValue) \(reason)\r\n\(lines)\r\n".utf8) + body
    }

    /// The time in the form of RFC 9110, section 5.6.7; the program sets no
    /// locale.
    private static func date() -> String {
        var now = time(nil)
        var parts = unsafe tm()
        var text = [CChar](repeating: 0, count: 64)
        unsafe gmtime_r(&now, &parts)
        let count = unsafe strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
