import FoundationEssentials
import HTTPTransportAPI
import Localization
import Testing

struct ServerAddressTests {
    @Test(arguments: [
        ("https://example.com/", "https://example.com"),
        ("example.com", "https://example.com"),
        ("https://example.com:8443/base/path//", "https://example.com:8443/base/path"),
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1:1/x", "http://127.0.0.1:1/x"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("localhost.example.com", "https://localhost.example.com"),
        (" http://localhost ", "http://localhost"),
    ])
    func readsWhatPeopleWrite(text: String, expected: String) {
        #expect(ServerAddress(text)?.description == expected)
    }

    @Test(arguments: [
        "", "/", "ftp://example.com", "https://", "https://user@example.com", "https://example.com?x=1",
        "https://example.com#top", "file:///etc/passwd", "https://exa mple.com",
    ])
    func refusesWhatCannotBeAsked(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test(arguments: [
        ("http://host:99999", ServerAddressError.port("99999")), ("http://host:65536", .port("65536")),
        ("host:abc", .port("abc")), ("http://host:0", .port("0")), ("localhost:", .port("")),
        ("http://host:-1", .port("-1")), ("http://[::1]:0", .port("0")), ("http://host:+80", .port("+80")),
        ("http://bücher.example", .internationalHost("bücher.example")), ("☃.net:80", .internationalHost("☃.net")),
        ("https://", .host("")), ("https://:8080", .host("")), ("a..b", .host("a..b")), ("https://-a.b", .host("-a.b")),
        ("https://a,b", .host("a,b")), ("https://%62.com", .host("%62.com")), ("1.2.3.999", .host("1.2.3.999")),
        ("http://[zz]", .host("[zz]")), ("http://[::1", .host("[:")), ("https://exa mple.com", .host("exa mple.com")),
        ("ftp://example.com", .scheme("ftp://")), ("https://user@example.com", .extras),
        ("https://example.com?x=1", .extras), ("https://example.com#top", .extras),
    ])
    func saysWhatIsWrong(text: String, expected: ServerAddressError) {
        #expect(throws: expected) { try ServerAddress(parsing: text) }
        #expect(expected.text.english.contains("https://example.com:8443"))
        #expect(expected.text.spanish.contains("https://example.com:8443"))
    }

    @Test(arguments: [
        "http://host:65535", "http://host:1", "https://xn--bcher-kva.example", "http://my_host.local.",
        "http://1.2.3.4",
        "https://[fe80::1%25eth0]:8443/a b", "https://[::ffff:1.2.3.4]", "HTTPS://EXAMPLE.COM",
    ])
    func readsEveryAddressThatCanBeAsked(text: String) {
        #expect(ServerAddress(text) != nil)
    }

    @Test func keepsPortAndBasePath() throws {
        let address = try #require(ServerAddress("https://example.com:8443/base"))
        #expect(
            address.url(path: "/feed", query: ["limit": "10", "q": "a b&c"]).absoluteString
                == "https://example.com:8443/base/feed?limit=10&q=a%20b%26c")
    }

    @Test(arguments: [
        ("https://example.com:8443/base/feed", true), ("https://EXAMPLE.com:8443/base", true),
        ("https://example.com/base/feed", false), ("http://example.com:8443/base/feed", false),
        ("https://evil.com:8443/base/feed", false), ("https://example.com:8443/basement", false),
        ("https://example.com:8443/base/../other", false), ("https://example.com:8443/base/%2e%2E/other", false),
        ("https://example.com:8443/base/.%2e/other", false), ("https://example.com:8443/base/a.b/%41", true),
        ("https://example.com:8443/base/", true), ("https://example.com:8443/base?q=..", true),
        ("https://user@example.com:8443/base/feed", true),
    ])
    func knowsItsOwnResources(text: String, isOwn: Bool) throws {
        let address = try #require(ServerAddress("https://example.com:8443/base"))
        #expect(address.contains(try #require(URL(string: text))) == isOwn)
    }

    @Test func theStandardPortNeedNotBeWritten() throws {
        let address = try #require(ServerAddress("https://example.com"))
        #expect(address.contains(try #require(URL(string: "https://example.com:443/feed"))))
    }

    @Test(
        arguments: [
            ("HTTPS://Example.com:443/", "https://example.com"), ("example.com", "https://example.com"),
            ("https://example.com:08443/Base/", "https://example.com:8443/Base"), ("http://a:80", "http://a"),
            ("http://a:443", "http://a:443"), ("https://[::1]:8443", "https://[::1]:8443"),
            ("localhost:8080", "http://localhost:8080"),
        ])
    func allSpellingsHaveOneForm(text: String, form: String) throws {
        #expect(try #require(ServerAddress(text)).normalized == form)
        #expect(try #require(ServerAddress(form)).normalized == form)
    }
}
