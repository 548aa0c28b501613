import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What is found is told, also where nobody can write it down.
struct UnnotedBackupTests {
    private struct Noted: Decodable { let noted: Bool }

    /// Something in the way of a note, as little as can be overcome as a disk that is read-only.
    private static func block(_ note: String, of name: String, in bench: BackupBench) throws {
        let path = bench.place + "/\(name)/\(note)"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path + "/in the way", withIntermediateDirectories: true)
    }

    private static func damage(_ name: String, in bench: BackupBench) throws {
        let url = URL(filePath: bench.place + "/\(name)/essentiald.sqlite")
        var bytes = try Data(contentsOf: url)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: url)
    }

    @Test(.requirement("OPS-02")) func whatIsReadIsTold() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        try Self.block("verified.json", of: name, in: bench)
        let good = try await bench.run("verify", "--from", bench.place, "--json")
        let isSound = try good.json(BackupBench.Verdict.self).sound, isNoted = try good.json(Noted.self).noted
        #expect(good.exit == .success && isSound && !isNoted, "\(good.errors)")
        let text = try await bench.run("verify", "--from", bench.place).output
        let found = try #require(text.firstRange(of: "a server would start with it"))
        let unnoted = try #require(text.firstRange(of: "couldn't be noted"))
        #expect(found.upperBound <= unnoted.lowerBound)

        try Self.damage(name, in: bench)
        let bad = try await bench.run("verify", "--from", bench.place, "--json")
        let verdict = try bad.json(BackupBench.Verdict.self)
        #expect(bad.exit == .failure && verdict.findings.map(\.file) == ["essentiald.sqlite"])
        let spanish = try await bench.run("verify", "--from", bench.place, "--language", "es")
        #expect(spanish.exit == .failure && spanish.output.contains("no se pudo anotar"), "\(spanish.output)")
    }

    @Test(.requirement("OPS-02")) func whatIsProvedIsTold() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        try Self.block("proof.json", of: name, in: bench)
        let good = try await bench.run("prove", "--from", bench.place, "--json")
        let isNoted = try good.json(Noted.self).noted
        #expect(good.exit == .success && !isNoted, "\(good.errors)")
        let text = try await bench.run("prove", "--from", bench.place)
        #expect(text.output.contains("is proved") && text.output.contains("couldn't be noted"), "\(text.output)")

        try Self.damage(name, in: bench)
        try Self.block("verified.json", of: name, in: bench)
        let bad = try await bench.run("prove", "--from", bench.place)
        #expect(bad.exit == .failure && bad.errors.contains("essentiald.sqlite isn't as it was written"))
        #expect(bad.errors.contains("couldn't be noted"), "\(bad.errors)")
    }
}
