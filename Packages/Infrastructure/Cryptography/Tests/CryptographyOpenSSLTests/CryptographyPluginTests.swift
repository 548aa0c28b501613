import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import PluginKit
import Testing

struct CryptographyPluginTests {
    @Test func exportsWorkingCryptography() throws {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let key = try cryptography.keys.makeRandomKey()
        #expect(key.byteCount == 32)
        #expect(try cryptography.random.bytes(8).count == 8)
    }

    @Test func isNamedInBothLanguages() {
        let manifest = CryptographyPlugin.manifest
        #expect(manifest.id == "cryptography")
        #expect(manifest.summary.english != manifest.summary.spanish)
    }

    @Test(.enabled(if: MemoryMap.allowsLocking)) func keepsTheSecretHalfOfKeyPairsInLockedMemory() throws {
        let cryptography = try Cryptography.real()
        let key = try cryptography.signatures.makeSigningKey(.edDSA)
        let seed = try key.exportPrivateKey().bytes.suffix(32)
        // Wherever the seed is in memory that the library holds for the key,
        // the pages are locked and left out of dumps.
        let found = MemoryMap.current().regions.filter { region in
            region.permissions.hasPrefix("rw") && region.flags.isSuperset(of: ["lo", "dd"])
                && MemoryMap.contains(seed, in: region)
        }
        #expect(!found.isEmpty)
        _ = key
    }

    @Test func hardensTheProcess() async {
        await #expect(processExitsWith: .success) {
            let report = try Cryptography.real().process.harden()
            let limits = String(
                decoding: FileManager.default.contents(atPath: "/proc/self/limits") ?? Data(), as: UTF8.self)
            let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            let words = core?.split(separator: " ").suffix(3) ?? []
            let again = try Cryptography.real().process.harden()
            guard report.wipesFreedMemory != Sanitizer.isPresent else { exit(2) }
            exit(report.isComplete && again == report && Array(words) == ["0", "0", "bytes"] ? 0 : 1)
        }
    }
}
