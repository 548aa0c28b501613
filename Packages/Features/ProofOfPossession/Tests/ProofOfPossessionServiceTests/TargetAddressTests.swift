import ProofOfPossessionService
import Testing

struct TargetAddressTests {
    @Test(arguments: [
        ("https://example.com/a", "HTTPS://EXAMPLE.com:443/a"),
        ("http://localhost", "http://localhost:80/"),
        ("https://example.com/a?x=1#y", "https://example.com/a"),
        ("https://example.com/%7ea%2fb", "https://example.com/~a%2Fb"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/a/..", "https://example.com/"),
        ("https://example.com:/a", "https://example.com/a"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    ]) func sameResource(one: String, other: String) throws {
        let address = try #require(TargetAddress(one))
        #expect(address == TargetAddress(other))
    }

    @Test(arguments: [
        ("https://example.com/a", "http://example.com/a"),
        ("https://example.com/a", "https://example.com:8443/a"),
        ("https://example.com/a", "https://example.org/a"),
        ("https://example.com/a", "https://example.com/A"),
        ("https://example.com/a", "https://example.com/a/"),
        ("https://example.com/a/b", "https://example.com/a%2Fb"),
        ("https://example.com/a", "https://example.com//a"),
    ]) func otherResource(one: String, other: String) throws {
        let address = try #require(TargetAddress(one))
        #expect(address != TargetAddress(other))
    }

    @Test(arguments: [
        "", "/a", "example.com/a", "ftp://example.com/a", "https:///a", "https://me@example.com/a",
        "https://example.com:x/a", "https://example.com:99999/a", "https://example.com:+1/a", "https://[::1/a",
        "https://example.com/%2", "https://example.com/%zz", "https://exam ple.com/",
    ]) func noAddress(text: String) {
        #expect(TargetAddress(text) == nil)
    }
}
