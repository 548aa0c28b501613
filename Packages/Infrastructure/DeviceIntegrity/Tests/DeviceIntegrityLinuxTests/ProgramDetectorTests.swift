import CryptographyAPI
import CryptographyOpenSSL
import DeviceIntegrityAPI
import DeviceIntegrityLinux
import FoundationEssentials
import KernelTesting
import PluginKit
import Testing

/// A file that was signed by the script that signs releases, and what may have become of it since.
struct ProgramDetectorTests {
    private let folder: TemporaryFolder
    private let cryptography: Cryptography
    private let program: String
    private let key: String

    init() async throws {
        folder = try TemporaryFolder()
        cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        // More than two pieces, and not a whole number of them.
        program = folder.path(of: "program ñ")
        key = try await ReleaseKey(in: folder, named: "release.pem").publicHalf
        try Self.bytes(1).write(to: URL(filePath: program))
    }

    /// The bytes of a build.
    private static func bytes(_ build: UInt8) -> Data { Data(repeating: build, count: 9_000_001) }

    private func sign(_ name: String = "essential", with key: String = "release.pem") async throws {
        try await ReleaseKey.sign(program, named: name, with: folder.path(of: key))
    }

    private func findings(_ key: String?) async throws -> [IntegrityFinding.Kind] {
        let found = try await ProgramDetector(
            of: "essential", key: key, path: { [program] in program }, cryptography: cryptography
        ).detect()
        #expect(found.allSatisfy { $0.subject == program })
        return found.map(\.kind)
    }

    private func change(_ change: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: URL(filePath: program))
        change(&bytes)
        try bytes.write(to: URL(filePath: program))
    }

    @Test(.requirement("TAMPER-03", "TAMPER-06"))
    func aSignedProgramIsSound() async throws {
        try await sign()
        #expect(try await findings(key) == [])
    }

    @Test(.requirement("TAMPER-03", "START-01"))
    func aBuildThatNobodySignsIsNotAccused() async throws {
        #expect(try await findings(nil) == [])
    }

    @Test(.requirement("TAMPER-03", "TAMPER-06"), arguments: [0, 4_194_303, 4_194_304, 9_000_000])
    func noticesAChangedByte(_ offset: Int) async throws {
        try await sign()
        try change { $0[offset] ^= 1 }
        #expect(try await findings(key) == [.changedProgram])
    }

    @Test(.requirement("TAMPER-03"))
    func noticesAByteMoreOrLess() async throws {
        try await sign()
        try change { $0.insert(0, at: 9_000_001) }
        #expect(try await findings(key) == [.foreignManifest])
        try change { $0.removeSubrange(100..<102) }
        #expect(try await findings(key) == [.foreignManifest])
    }

    @Test(.requirement("TAMPER-03"))
    func noticesTheManifestOfAnotherProgram() async throws {
        try await sign("essentiald")
        #expect(try await findings(key) == [.foreignManifest])
    }

    @Test(.requirement("TAMPER-03"))
    func noticesTheManifestOfAnotherBuild() async throws {
        try await sign()
        let manifest = try Data(contentsOf: URL(filePath: program)).dropFirst(9_000_001)
        try change { bytes in
            bytes = Self.bytes(2) + manifest
        }
        #expect(try await findings(key) == [.changedProgram])
    }

    @Test(.requirement("TAMPER-03", "TAMPER-06"))
    func noticesAnotherKey() async throws {
        _ = try await ReleaseKey(in: folder, named: "other.pem")
        try await sign(with: "other.pem")
        #expect(try await findings(key) == [.invalidManifest])
    }

    @Test(.requirement("TAMPER-03"))
    func noticesAManifestThatIsGone() async throws {
        #expect(try await findings(key) == [.missingManifest])
        try await sign()
        try change { $0.removeLast() }
        #expect(try await findings(key) == [.missingManifest])
        try change { $0 = Data() }
        #expect(try await findings(key) == [.missingManifest])
        // A length that leads nowhere.
        for length in ["00000000", "ffffffff", "-0000001", "00000100"] {
            try change { $0 = Data((length + ProgramManifest.mark).utf8) }
            #expect(try await findings(key) == [.missingManifest], "\(length)")
        }
    }

    @Test(.requirement("TAMPER-03"))
    func noticesWhatIsInThePlaceOfASignature() async throws {
        try await sign()
        let size = try Data(contentsOf: URL(filePath: program)).count - 26
        for offset in [9_000_001, 9_000_001 + 150, size - 1] {
            try change { $0[offset] = $0[offset] == 0x41 ? 0x42 : 0x41 }
            #expect(try await findings(key) == [.invalidManifest], "\(offset)")
        }
    }

    @Test(.requirement("TAMPER-02"))
    func aFileThatCannotBeReadIsAFailedProbe() async throws {
        try FileManager.default.removeItem(atPath: program)
        await #expect(throws: ProbeFailure(program, code: 2)) { try await findings(key) }
    }

    @Test(.requirement("TAMPER-03"))
    func theScriptSignsNothingTwiceOrByAnotherKindOfKey() async throws {
        try await sign()
        await #expect(throws: ReleaseKey.Refused.self) { try await sign() }
        _ = try await ChildProcess.run(
            "openssl", ["genpkey", "-algorithm", "x25519", "-out", folder.path(of: "wrong.pem")])
        await #expect(throws: ReleaseKey.Refused.self) { try await sign(with: "wrong.pem") }
        #expect(try await findings(key) == [])
    }
}
