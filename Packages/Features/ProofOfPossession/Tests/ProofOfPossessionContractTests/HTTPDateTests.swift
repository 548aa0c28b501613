import FoundationEssentials
import ProofOfPossessionContract
import Testing

struct HTTPDateTests {
    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Tue, 14 Nov 2023 22:13:20 GMT", 1_700_000_000),
    ]) func reads(text: String, seconds: Int) {
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT",
    ]) func refuses(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test(arguments: [0, 784_111_777, 951_782_399, 951_868_800, 1_709_208_000, 4_102_444_799, 1_800_000_000])
    func writesWhatItReads(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.parse(HTTPDate.text(of: date)) == date)
    }

    @Test func writesTheExampleOfTheStandard() {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
