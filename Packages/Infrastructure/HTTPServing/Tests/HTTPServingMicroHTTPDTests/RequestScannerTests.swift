import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPTypes
import KernelTesting
import Testing

/// What reaches the library, and what doesn't.
struct RequestScannerTests {
    private static let sound = [
        "GET / HTTP/1.1\r\nHost: t\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET /a%00b?c=%20 HTTP/1.0\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET http://t/ HTTP/1.1\r\nHost: t\r\nX-Empty:\r\nX-Tab: a\tb\r\nX-Latin: \u{E9}\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\ncontent-length: \t5\r\n\r\n\n\0\r\n\n",
        "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\n\r\n\0\n\r\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\nTRANSFER-ENCODING: chunked\r\n\r\n00A;x=\"y\"\r\n0123456789\r\n0\r\nX-End: 1\r\n\r\n",
    ]

    private static let unsound: [(String, Int)] = [
        // Line ends.
        ("GET / HTTP/1.1\nHost: t\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\rX: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\r\n\r\n", 400),
        ("\n", 400),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        // Bytes that end texts.
        ("GE\0T / HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET /metrics\0.png HTTP/1.1\r\nHost: t\r\n\r\n", 400),
        ("GET / HTTP/1.1\0\r\nHost: t\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\0.example\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\nX\0: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\nX: \u{7F}\r\n\r\n", 400),
        // Request lines.
        ("GET /\r\n\r\n", 400),
        ("GET\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("GET\t/ HTTP/1.1\r\n\r\n", 400),
        ("GET /\tHTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\n\r\n", 400),
        ("GET / HTTP/1.1 x\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\n\r\n", 400),
        ("GET / http/1.1\r\n\r\n", 400),
        ("GET / HTTP/11\r\n\r\n", 400),
        ("GET / HTTP/1.2\r\n\r\n", 505),
        ("GET / HTTP/0.9\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}", 400),
        // Fields.
        ("GET / HTTP/1.1\r\n Host: t\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n\tb\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : t\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n: t\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA B: t\r\n\r\n", 400),
        // Lengths.
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1,1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0x1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: \r\n\r\n", 400),
        // The library takes blanks behind a value for a part of it.
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 2 \r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 2\t\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked \r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\t\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\ncontent-length: 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        // Lengths and codings.
        ("POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: identity, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding:\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding : chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", 400),
        // Chunks.
        (chunked + "5\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "5\r\nabcde\n0\r\n\r\n", 400),
        (chunked + "5\r\nabcdef\r\n0\r\n\r\n", 400),
        (chunked + "5 \r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + " 5\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "0x5\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "+5\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "-5\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "\r\n", 400),
        (chunked + ";x\r\n", 400),
        (chunked + "5;a\nb\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "5;a\rb\r\nabcde\r\n0\r\n\r\n", 400),
        (chunked + "FFFFFFFFFFFFFFFF\r\n", 400),
        (chunked + "5;" + String(repeating: "a", count: 300), 400),
        (chunked + "0\r\nX: y\n\r\n", 400),
        (chunked + "0\r\nContent-Length: 5\r\n\r\n", 400),
        (chunked + "0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (chunked + "0\r\n folded\r\n\r\n", 400),
        // Too much.
        ("GET /" + String(repeating: "x", count: 8_192) + " HTTP/1.1\r\n", 414),
        ("GET /" + String(repeating: "x", count: 20_000), 414),
        (String(repeating: "x", count: 20_000), 414),
        ("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 101), 431),
        ("GET / HTTP/1.1\r\na: " + String(repeating: "x", count: 17_000), 431),
        ("GET / HTTP/1.1\r\n" + String(repeating: "a: \(String(repeating: "x", count: 400))\r\n", count: 50), 431),
        (chunked + "0\r\n" + String(repeating: "a: b\r\n", count: 101), 431),
    ]

    private static let chunked = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// - Parameter size: how many bytes come at a time.
    private static func scan(_ text: String, by size: Int) -> RequestScanner.Violation? {
        var scanner = RequestScanner(HTTPServerLimits())
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = Array(bytes[start..<min(start + size, bytes.count)])
            do throws(RequestScanner.Violation) { try scanner.scan(part.span) } catch { return error }
        }
        return nil
    }

    /// What is asked for is that of the request that is refused, and of no other one.
    @Test func aRefusalKnowsHowTheRequestWantsToBeAnswered() {
        let first = "GET / HTTP/1.1\r\nHost: t\r\nAccept: image/png\r\nAccept-Language: fr\r\n\r\n"
        let cookie = "Cookie: " + String(repeating: "x", count: 17_000)
        let second = "GET / HTTP/1.1\r\nACCEPT: \ttext/html\r\nAccept-Language: es\r\n" + cookie
        for size in [1, 7, 64, 100_000] {
            let wishes = Self.scan(first + second, by: size)?.wishes
            #expect(wishes?[.accept] == "text/html" && wishes?[.acceptLanguage] == "es", "\(size) bytes at a time")
            #expect(wishes?.map(\.name).count == 2)
            #expect(Self.scan(first + "GET / HTTP/1.1\r\n" + cookie, by: size)?.wishes == HTTPFields())
            let long = "Accept: \(String(repeating: "x", count: 600))\r\n"
            #expect(Self.scan("GET / HTTP/1.1\r\n" + long + cookie, by: size)?.wishes == HTTPFields())
        }
    }

    @Test(arguments: sound) func takesWhatIsRight(_ text: String) {
        for size in 1...40 { #expect(Self.scan(text + text + text, by: size) == nil, "\(size) bytes at a time") }
        #expect(Self.scan(text + text + text, by: .max / 2) == nil)
    }

    @Test(arguments: unsound) func refusesWhatCanBeReadInTwoWays(_ text: String, _ status: Int) {
        for size in [1, 2, 3, 7, 8, 9, 64, 100_000] {
            let violation = Self.scan(text, by: size)
            #expect(violation?.problem.status.rawValue == status, "\(size) bytes at a time")
        }
    }

    @Test(arguments: sound) func tellsWhereTheRequestBeginsThatIsWrong(_ text: String) {
        let violation = Self.scan(text + "GET / HTTP/1.1\nHost: t\r\n\r\n", by: 100_000)
        #expect(violation?.start == text.utf8.count)
    }

    @Test func anEmptyLineBelongsToTheRequestBehindIt() {
        let violation = Self.scan("GET / HTTP/1.1\r\nHost: t\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n", by: 100_000)
        #expect(violation?.start == 27, "the library waits behind an empty line")
        #expect(Self.scan(Self.chunked + "0\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n", by: 100_000) == nil)
    }

    @Test func neverReadsBeyondAnythingRandom() {
        var random = SeededGenerator(seed: 11)
        let model = Array((Self.sound.joined() + Self.unsound.map(\.0).filter { $0.utf8.count < 400 }.joined()).utf8)
        for _ in 0..<5_000 {
            let start = Int.random(in: 0..<model.count, using: &random)
            var bytes = Array(model[start..<min(start + Int.random(in: 1...300, using: &random), model.count)])
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // Whatever the pieces are, the verdict is the same.
            let text = String(decoding: bytes, as: UTF8.self)
            let whole = Self.scan(text, by: 100_000)?.problem.status
            #expect(Self.scan(text, by: Int.random(in: 1...20, using: &random))?.problem.status == whole)
        }
    }
}
