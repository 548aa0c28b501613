import CertificatePinningAPI
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Localization
import Testing

struct PinSetTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private static func pin(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    private static func claims(
        _ hosts: String..., pins: [String] = [pin(1)], backups: [String] = [pin(2)], days: Double = 180,
        version: Int = 1
    ) -> PinClaims {
        PinClaims(
            version: version, issuedAt: start, expiresAt: start.addingTimeInterval(days * 86_400),
            hosts: hosts.map { .init(host: $0, pins: pins, backups: backups) })
    }

    private func error(_ claims: PinClaims) -> PinSetError? {
        do throws(PinSetError) {
            _ = try PinSet(claims)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        .requirement("PIN-08"),
        arguments: [
            "*", "*.", "*.com", "*.com.", "*.localhost", "*.xn--p1ai",
        ])
    func aWildcardThatIsTooWideIsRefused(host: String) {
        #expect(error(Self.claims(host)) == .wildcardTooWide(host))
    }

    @Test(
        .requirement("PIN-08"),
        arguments: [
            "", ".", "..", "a..b", ".example.com", "example.com..", "1.2.3.4", "*.2.3.4", "*.1.2.3.4", "::1", "[::1]",
            "example.com:443", "https://example.com", "example.com/", "bücher.example", "*.bücher.example", "a.*.com",
            "a*.example.com", "**.example.com", "exa mple.com", "example.com\0", "example\0.com", "ex\u{212A}.example",
            "-a.example", "a-.example", "1.2.3", "0x7f.1", "example.0x7f", "user@example.com", "%65xample.com",
            String(repeating: "a", count: 64) + ".example", String(repeating: "abcdefg.", count: 40) + "example",
        ])
    func whatIsNoNameOfAHostIsRefused(host: String) {
        #expect(error(Self.claims(host)) == .invalidHost(host), "\(host)")
    }

    @Test(.requirement("PIN-08")) func aHostIsPinnedOnceInWhateverSpelling() {
        for other in ["example.com", "EXAMPLE.com", "example.com.", "Example.Com."] {
            #expect(error(Self.claims("example.com", other)) == .duplicateHost("example.com"))
        }
        #expect(error(Self.claims("*.example.com", "*.EXAMPLE.com.")) == .duplicateHost("*.example.com"))
        #expect(error(Self.claims("*.example.com", "example.com", "a.example.com")) == nil)
    }

    @Test(
        .requirement("PIN-08"),
        arguments: [
            ("example.com", "example.com"), ("EXAMPLE.COM.", "example.com"), ("www.example.com", "*.example.com"),
            ("a.b.example.com", "*.b.example.com"), ("b.example.com", "*.example.com"),
            ("api.b.example.com", "api.b.example.com"), ("example.org", nil), ("notexample.com", nil),
            ("example.com.evil.org", nil), ("xexample.com", nil),
        ])
    func theClosestEntryCounts(host: String, entry: String?) throws {
        let set = try PinSet(
            Self.claims("example.com", "*.example.com", "*.b.example.com", "api.b.example.com"))
        let name = try #require(PinnedName(host))
        #expect(set.entry(for: name)?.hosts.description == entry)
    }

    @Test(.requirement("PIN-09")) func aBackupIsAnotherKey() {
        let one = Self.pin(1)
        #expect(error(Self.claims("a.example", backups: [])) == .missingBackup(host: "a.example"))
        #expect(error(Self.claims("a.example", pins: [one], backups: [one])) == .missingBackup(host: "a.example"))
        #expect(error(Self.claims("a.example", pins: [])) == .missingPin(host: "a.example"))
        #expect(
            error(Self.claims("a.example", pins: [one, "pin"])) == .invalidPin("pin", host: "a.example"))
    }

    @Test(.requirement("PIN-04", "PIN-07")) func aHostHasSeveralKeys() throws {
        let set = try PinSet(Self.claims("a.example", pins: [Self.pin(1), Self.pin(3)], backups: [Self.pin(2)]))
        #expect(set.entries.first?.keys.count == 3)
        #expect(set.claims.hosts.first?.pins == [Self.pin(1), Self.pin(3)])
    }

    @Test func thereAreLimits() {
        let many = (0...PinSet.mostEntries).map { "a\($0).example" }
        var claims = Self.claims()
        claims.hosts = many.map { .init(host: $0, pins: [Self.pin(1)], backups: [Self.pin(2)]) }
        #expect(error(claims) == .tooManyHosts(limit: PinSet.mostEntries))
        claims.hosts.removeLast()
        #expect(error(claims) == nil)
        let keys = (0..<UInt8(PinSet.mostKeys)).map(Self.pin)
        #expect(
            error(Self.claims("a.example", pins: keys, backups: [Self.pin(99)]))
                == .tooManyKeys(host: "a.example", limit: PinSet.mostKeys))
        #expect(error(Self.claims("a.example", version: 0)) == .invalidVersion)
        #expect(error(Self.claims("a.example", version: -1)) == .invalidVersion)
        #expect(error(Self.claims("a.example", version: .max)) == nil)
    }

    @Test(.requirement("PIN-09"), arguments: [0, -1, 366.1, 3_000_000, 1e300]) func aSetLivesAtMostAYear(days: Double) {
        #expect(error(Self.claims("a.example", days: days)) == .invalidLife)
    }

    @Test(
        .requirement("PIN-09"),
        arguments: [
            (180, 149.9, PinSet.Phase.current), (180, 150, .ending), (180, 179.9, .ending), (180, 180, .expired),
            (180, 10_000, .expired), (30, 19.9, .current), (30, 20, .ending), (30, 30, .expired),
            (180, -10_000, .current),
        ])
    func itWarnsBeforeItsEnd(life: Double, day: Double, phase: PinSet.Phase) throws {
        let set = try PinSet(Self.claims("a.example", days: life))
        #expect(set.phase(at: Self.start.addingTimeInterval(day * 86_400)) == phase)
    }

    @Test func everyErrorSaysWhatIsWrongInBothLanguages() {
        let errors: [PinSetError] = [
            .invalidVersion, .invalidLife, .tooManyHosts(limit: 1), .tooManyKeys(host: "h", limit: 1),
            .invalidHost("h"), .wildcardTooWide("*"), .duplicateHost("h"), .invalidPin("p", host: "h"),
            .missingPin(host: "h"), .missingBackup(host: "h"),
        ]
        let texts = errors.map(\.text)
        #expect(texts.allSatisfy { !$0.english.isEmpty && $0.english != $0.spanish })
        #expect(Set(texts).count == errors.count)
    }
}
