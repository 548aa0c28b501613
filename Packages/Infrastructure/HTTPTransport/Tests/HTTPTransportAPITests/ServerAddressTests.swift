import FoundationEssentials
import HTTPTransportAPI
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
        ("https://example.com:8443/base/../other", false),
    ])
    func knowsItsOwnResources(text: String, isOwn: Bool) throws {
        let address = try #require(ServerAddress("https://example.com:8443/base"))
        #expect(address.contains(try #require(URL(string: text))) == isOwn)
    }

    @Test func theStandardPortNeedNotBeWritten() throws {
        let address = try #require(ServerAddress("https://example.com"))
        #expect(address.contains(try #require(URL(string: "https://example.com:443/feed"))))
    }
}
