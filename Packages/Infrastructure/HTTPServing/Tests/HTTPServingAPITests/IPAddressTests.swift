import HTTPServingAPI
import KernelTesting
import Testing

struct IPAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::1", "2001:db8::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"), ("0:0:0:0:0:0:0:0", "::"),
    ]) func readsAndWrites(_ text: String, _ written: String) {
        #expect(IPAddress(text)?.description == written)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.x", "1.2.3.-4", ":", ":::", "1:::2", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "1:2:3:4:5:6:7::8", "::1.2.3", "+1::",
        " ::1",
    ]) func refuses(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func knowsLoopback() throws {
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(try #require(IPAddress(text)).isLoopback)
        }
        for text in ["128.0.0.1", "::2", "::", "1::1"] { #expect(try !#require(IPAddress(text)).isLoopback) }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.77/25", "192.0.2.1", true),
        ("192.0.2.77/25", "192.0.2.200", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("::/0", "::1", true),
    ]) func containsAddresses(_ network: String, _ address: String, _ contains: Bool) throws {
        #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == contains)
    }

    @Test(arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "x/8"])
    func refusesTheNetwork(_ text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test func writesSocketAddressesAsInURLs() throws {
        #expect(SocketAddress(ip: .loopback, port: 80).description == "127.0.0.1:80")
        #expect(SocketAddress(ip: try #require(IPAddress("::1")), port: 80).description == "[::1]:80")
    }
}
