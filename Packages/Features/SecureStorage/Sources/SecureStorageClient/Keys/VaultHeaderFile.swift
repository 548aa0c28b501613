import CoreModels
import CryptographyAPI
import FoundationEssentials
import Glibc
import SecureStorageAPI
import SecureStorageLinux

/// The header on disk: one line of JSON, and its SHA-256 on a second line.
///
/// The digest tells damage from a wrong key; it isn't there to stop forgers,
/// whom the sealed keys stop.
struct VaultHeaderFile: Sendable {
    /// Far more than a header has.
    private static let maximumByteCount = 16 * 1024

    let storage: VaultStorage
    let hashing: any Hashing

    /// Reads the header, or returns nil if the vault was never written to.
    func load() throws(SecretStoreError) -> (header: VaultHeader, identity: FileFacts.Identity)? {
        while true {
            guard try storage.checkFolder() else { return nil }
            let file: (bytes: Data, facts: FileFacts)?
            do {
                file = try storage.read(storage.paths.header, limit: Self.maximumByteCount)
            } catch {
                guard case .system(_, _, EFBIG) = error else { throw error }
                throw damaged(.tooLong)
            }
            if let file {
                let header = try parse(file.bytes)
                try storage.checkFolder(storage.paths.records(header.generation))
                return (header, file.facts.identity)
            }
            guard try hasRecords() else { return nil }
            // It may have been made between the two looks.
            guard try storage.facts(of: storage.paths.header) == nil else { continue }
            throw damaged(.missing)
        }
    }

    /// The identity that the header would be loaded with now.
    func identity() throws(SecretStoreError) -> FileFacts.Identity? {
        try storage.facts(of: storage.paths.header)?.identity
    }

    /// Puts a header in place, whole or not at all.
    func store(_ header: VaultHeader) throws(SecretStoreError) {
        let paths = storage.paths
        guard var line = try? WireCoding.encoder().encode(header) else { throw .unencodable(type: "VaultHeader") }
        let digest = try digest(of: line)
        line.append(contentsOf: "\n\(digest)\n".utf8)
        try storage.removeFile(paths.newHeader)
        try storage.create(paths.newHeader, contents: line)
        guard try storage.read(paths.newHeader, limit: Self.maximumByteCount)?.bytes == line else {
            throw .verificationFailed
        }
        try storage.rename(paths.newHeader, to: paths.header)
        try storage.synchronizeFolder(paths.folder)
    }

    private func parse(_ bytes: Data) throws(SecretStoreError) -> VaultHeader {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2, lines[1].count == 65, lines[1].last == UInt8(ascii: "\n") else {
            throw damaged(.cut)
        }
        let line = Data(lines[0])
        guard try Data(digest(of: line).utf8) == Data(lines[1].dropLast()) else {
            throw damaged(.otherDigest)
        }
        struct Format: Decodable { let format: Int }
        guard let format = try? WireCoding.decoder().decode(Format.self, from: line).format else {
            throw damaged(.unintelligible)
        }
        guard format <= VaultHeader.newestFormat else {
            throw .unsupportedFormat(found: format, supported: VaultHeader.newestFormat)
        }
        guard let header = try? WireCoding.decoder().decode(VaultHeader.self, from: line),
            header.vault.count == VaultID.byteCount, header.generation > 0, header.isPlausible
        else { throw damaged(.unintelligible) }
        guard header.stretching?.isAffordable != false else { throw damaged(.tooCostly) }
        return header
    }

    private func digest(of line: Data) throws(SecretStoreError) -> String {
        try cryptographically { () throws(CryptographyError) in try hashing.sha256(line).hexadecimal }
    }

    private func hasRecords() throws(SecretStoreError) -> Bool {
        for generation in try storage.generations() {
            let names = try storage.names(in: storage.paths.records(generation))
            if names.contains(where: { RecordID(fileName: $0) != nil }) { return true }
        }
        return false
    }

    private func damaged(_ reason: SecretStoreReason) -> SecretStoreError {
        .damagedHeader(path: storage.paths.header, because: reason)
    }
}
