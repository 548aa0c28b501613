import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What is kept from one seal to the next.
@Suite(.serialized)
struct KeptContextTests {
    /// The pages for expanded keys; no other region has that length.
    private static func contexts() -> MemoryMap.Region? {
        MemoryMap.current().regions.first { $0.range.count == 64 * 1024 && $0.flags.isSuperset(of: ["dd", "wf"]) }
    }

    #if arch(x86_64)
    // An expanded key begins with the key itself.
    @Test(.requirement("MEM-02", "MEM-06"), .enabled(if: MemoryMap.allowsLocking))
    func theExpandedKeyIsInLockedMemoryAndGoesWithTheKey() throws {
        let cryptography = try Cryptography.real()
        var key: (any SymmetricKey)? = try cryptography.keys.makeRandomKey()
        let bytes = try #require(key?.bytes)
        _ = try cryptography.encryption.seal(Secret("value"), using: #require(key), authenticating: Data())
        let region = try #require(Self.contexts())
        #expect(region.flags.contains("lo") || Sanitizer.isPresent)
        #expect(MemoryMap.contains(bytes, in: region))
        key = nil
        #expect(!MemoryMap.contains(bytes, in: region))
    }
    #endif

    @Test(.enabled(if: MemoryMap.allowsLocking)) func noncesDrawnAheadDoNotReachAChildProcess() throws {
        let cryptography = try Cryptography.real()
        let box = try cryptography.encryption.seal(
            Secret("value"), using: cryptography.keys.makeRandomKey(), authenticating: Data())
        // One that was given away stays where it was drawn.
        let nonce = box.nonce
        let regions = MemoryMap.current().regions.filter { $0.flags.contains("wf") && $0.range.count == 4096 }
        #expect(regions.contains { MemoryMap.contains(nonce, in: $0) })
    }

    @Test func aContextWithWhichOpeningFailedHarmsNothing() throws {
        let cryptography = try Cryptography.real()
        let encryption = cryptography.encryption
        let key = try cryptography.keys.makeRandomKey()
        let box = try encryption.seal(Secret("value"), using: key, authenticating: Data("place".utf8))
        for _ in 0..<3 {
            #expect(throws: CryptographyError.authenticationFailed) {
                try encryption.open(box, using: key, authenticating: Data("elsewhere".utf8))
            }
            let opened = try encryption.open(box, using: key, authenticating: Data("place".utf8))
            #expect(opened.isEqual(to: Secret("value")))
        }
    }

    @Test func manyThreadsUseOneKey() async throws {
        let cryptography = try Cryptography.real()
        let encryption = cryptography.encryption
        let key = try cryptography.keys.makeRandomKey()
        let nonces = try await withThrowingTaskGroup(of: [Data].self) { group in
            for task in 0..<8 {
                group.addTask {
                    try (0..<500).map { round in
                        let place = Data("\(task) \(round)".utf8)
                        let secret = Secret(String(repeating: "\(task)", count: round))
                        let box = try encryption.seal(secret, using: key, authenticating: place)
                        let opened = try encryption.open(box, using: key, authenticating: place)
                        #expect(opened.isEqual(to: secret))
                        return box.nonce
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(nonces.count == 8 * 500)
    }

    @Test func moreKeysThanHaveRoomWorkToo() throws {
        let cryptography = try Cryptography.real()
        let keys = try (0..<100).map { _ in try cryptography.keys.makeRandomKey() }
        for _ in 0..<2 {
            for key in keys {
                let box = try cryptography.encryption.seal(Secret("value"), using: key, authenticating: Data())
                let opened = try cryptography.encryption.open(box, using: key, authenticating: Data())
                #expect(opened.isEqual(to: Secret("value")))
            }
        }
    }
}
