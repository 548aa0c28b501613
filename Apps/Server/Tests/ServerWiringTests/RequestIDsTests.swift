import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import ServerWiring
import Testing

struct RequestIDsTests {
    @Test func eachIsAnotherAlsoForManyTasks() async throws {
        let ids = RequestIDs(random: try Cryptography.real().random)
        let names = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<4 { group.addTask { (0..<1_000).map { _ in ids.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(names).count == 4_000)
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(names.allSatisfy { $0.count == 22 && letters.isSuperset(of: $0) })
        #expect(names.reduce(into: Set()) { $0.formUnion($1) } == letters, "each letter stands for six bits")
    }

    @Test func withoutRandomBitsThereIsAName() {
        let ids = RequestIDs(random: FailingRandomSource())
        #expect(Set((0..<3).compactMap { _ in UUID(uuidString: ids.next()) }).count == 3)
    }
}
