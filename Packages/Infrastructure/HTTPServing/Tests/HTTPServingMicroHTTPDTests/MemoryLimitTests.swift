import HTTPServingMicroHTTPD
import Localization
import Testing

struct MemoryLimitTests {
    @Test func withoutALimitAllAreLetIn() throws {
        #expect(try MemoryLimit(data: .max, addresses: .max).connections(of: 100_000) == 100_000)
    }

    @Test func asManyConnectionsAsFit() throws {
        #expect(try MemoryLimit(data: 160 << 20 | 5_000_000, addresses: .max).connections(of: 4_096) == 100)
        #expect(try MemoryLimit(data: .max, addresses: 700 << 20).connections(of: 100_000) < 4_096)
        #expect(try MemoryLimit(data: 1 << 30, addresses: 2 << 30).connections(of: 4_096) == 4_096)
    }

    @Test(arguments: [(96 << 20, UInt64.max), (0, .max), (.max, 200 << 20)] as [(UInt64, UInt64)])
    func tooLittleForTheServerIsTold(data: UInt64, addresses: UInt64) throws {
        let error = #expect(throws: MemoryLimit.TooLow.self) {
            try MemoryLimit(data: data, addresses: addresses).connections(of: 16)
        }
        #expect(try #require(error).text.english.contains("ulimit \(data == .max ? "-v" : "-d")"))
    }
}
