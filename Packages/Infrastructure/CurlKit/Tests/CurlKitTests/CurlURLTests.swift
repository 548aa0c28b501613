import CurlKit
import KernelTesting
import Testing

struct CurlURLTests {
    @Test(arguments: [
        ("https://Example.com", "https", "example.com", 443), ("HTTP://[::1]:8080/a?b=c#d", "http", "::1", 8080),
        ("http://127.1/", "http", "127.0.0.1", 80), ("http://0x7f000001/", "http", "127.0.0.1", 80),
        ("smtp://mail.example.com", "smtp", "mail.example.com", 25),
    ])
    func readsWhoIsMeant(text: String, scheme: String, host: String, port: Int) throws {
        let url = try CurlURL(parsing: text)
        #expect(url.scheme == scheme)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(!url.hasCredentials)
    }

    @Test(arguments: [
        "", "example.com", "/path", "nonsense://example.com/", "http://", "http://a b/", "http://a\u{0}b/",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(throws: CurlError.self) { try CurlURL(parsing: text) }
    }

    @Test(arguments: ["https://user@example.com/", "https://user:word@example.com/", "https://:word@example.com/"])
    func seesCredentials(text: String) throws {
        #expect(try CurlURL(parsing: text).hasCredentials)
    }

    @Test(arguments: [
        ("/c", "https://example.com/c"), ("c", "https://example.com/a/c"), ("?q=1", "https://example.com/a/b?q=1"),
        ("//other.org/x", "https://other.org/x"), ("http://other.org", "http://other.org/"),
        ("../x y", "https://example.com/x%20y"),
    ])
    func resolvesReferences(reference: String, expected: String) throws {
        #expect(try CurlURL(parsing: "https://example.com/a/b").resolving(reference).description == expected)
    }

    @Test(.requirement("ATS-02"), arguments: ["localhost", "127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1"])
    func knowsThisMachine(host: String) {
        #expect(CurlURL.isLoopback(host))
    }

    @Test(
        .requirement("ATS-02"),
        arguments: [
            "a.localhost", "localhost.", "localhost.com", "128.0.0.1", "126.255.255.255", "0.0.0.0", "::", "::2",
            "::ffff:127.0.0.1", "127.0.0.1.example.com", "127.0.0", "",
        ]
    )
    func knowsOtherMachines(host: String) {
        #expect(!CurlURL.isLoopback(host))
    }
}
