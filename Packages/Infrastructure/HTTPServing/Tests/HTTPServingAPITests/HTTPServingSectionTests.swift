import ConfigurationAPI
import ConfigurationTesting
import FoundationEssentials
import HTTPServingAPI
import Testing

struct HTTPServingSectionTests {
    private func problems(_ settings: Configuration.FixtureSetting...) -> [Set<String>] {
        HTTPServingSection.section.check(.fixture(settings)).map(\.settings)
    }

    private let others = Configuration.FixtureSetting.set(HTTPServingSection.listen, to: "0.0.0.0:8080")

    @Test func thisMachineIsReachedWithoutAnything() {
        #expect(problems().isEmpty)
    }

    @Test func othersAreNotReachedInTheClear() {
        #expect(
            problems(others) == [["server.listen", "server.public_url", "server.trusted_proxies", "server.plain_http"]])
        #expect(problems(others, .set(HTTPServingSection.plainHTTP, to: true)).isEmpty)
        #expect(problems(others, .set(HTTPServingSection.trustedProxies, to: ["10.0.0.1"])).isEmpty)
        #expect(problems(others, .set(HTTPServingSection.publicURL, to: URL(string: "https://example.com"))).isEmpty)
        #expect(!problems(others, .set(HTTPServingSection.publicURL, to: URL(string: "http://example.com"))).isEmpty)
    }

    @Test func certificateAndKeyBelongTogether() {
        let certificate = Configuration.FixtureSetting.set(HTTPServingSection.certificate, to: "a.pem")
        #expect(problems(certificate) == [["server.tls.certificate", "server.tls.key"]])
        #expect(problems(certificate, others, .set(HTTPServingSection.privateKey, to: "b.pem")).isEmpty)
    }

    @Test(arguments: [("127.0.0.1:80", true), ("[::1]:0", true), ("localhost:8080", true), ("10.0.0.1:80", false)])
    func loopbackIsKnown(text: String, isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: ["", "8080", "host", ":80", "a b:80", "host:70000"])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
