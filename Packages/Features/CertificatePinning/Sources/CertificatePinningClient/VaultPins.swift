import AtomicFiles
import CertificatePinningAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import Locking
import Presenting
import SecureStorageAPI

extension SecretKind {
    /// The pins of a server, and whose documents about them are taken.
    static let pins = SecretKind("certificate-pins")
}

/// Keeps the pins of one server in its vault, and says which keys a host may have.
///
/// What holds is what is in the vault, since updates of it are one step over all processes. The mark beside it is set
/// after the first one: a process that is killed in between leaves a device without pins, which says so.
final class VaultPins: PinKeeping, HostPinning {
    private static let name = SecretName(.pins)

    /// What is in the vault; its claims were checked before they came there.
    private struct Record: Codable, Equatable {
        var signer: PinSigner
        var claims: PinClaims
    }

    /// What was read, and how to tell that it is still so.
    private struct Memory {
        var secret: TrackedSecret?
        var kept: KeptPins?
        var hasWarned = false
    }

    private let secrets: any SecretReading & SecretUpdating
    private let verifier: PinVerifier
    private let mark: PinMark
    private let now: @Sendable () -> Date
    private let onEnding: @Sendable (PinSet) -> Void
    private let memory = Locked(Memory())

    init(
        secrets: any SecretReading & SecretUpdating, verifier: PinVerifier, mark: PinMark,
        now: @escaping @Sendable () -> Date, onEnding: @escaping @Sendable (PinSet) -> Void
    ) {
        (self.secrets, self.verifier, self.mark, self.now, self.onEnding) = (secrets, verifier, mark, now, onEnding)
    }

    // MARK: Connections

    func pins(of host: String) async -> HostPins {
        guard mark.isSet else { return .any }
        do throws(PinError) {
            guard let kept = try await current() else { throw .lost }
            return try pins(of: host, in: kept.set)
        } catch {
            return .none(Obstacle(error))
        }
    }

    private func pins(of host: String, in set: PinSet) throws(PinError) -> HostPins {
        guard !set.entries.isEmpty else { return .any }
        guard let name = PinnedName(host) else {
            // Libraries turn other alphabets into ASCII on their way; numbers are nobody's name.
            guard host.utf8.allSatisfy({ $0 < 0x80 }) else { throw .incomparableHost(host) }
            return .any
        }
        guard let entry = set.entry(for: name) else { return .any }
        switch set.phase(at: now()) {
        case .current: break
        case .ending: warn(of: set)
        case .expired: throw .expired(host: name.description, at: set.expiresAt)
        }
        return .keys(entry.keys, otherwise: Obstacle(PinError.wrongKey(host: name.description)))
    }

    /// Once in the life of the program.
    private func warn(of set: PinSet) {
        let isFirst = memory.withLock { memory in
            defer { memory.hasWarned = true }
            return !memory.hasWarned
        }
        if isFirst { onEnding(set) }
    }

    /// What is kept, from memory if it is still so.
    private func current() async throws(PinError) -> KeptPins? {
        let known = memory.current
        if let secret = known.secret, secret.isCurrent { return known.kept }
        let secret = await secrets.readTracked(Self.name), kept = try Self.kept(secret.stored)
        memory.withLock { ($0.secret, $0.kept) = (secret, kept) }
        return kept
    }

    // MARK: Keeping

    func kept() async throws(PinError) -> KeptPins? {
        let kept = try await Self.kept(secrets.read(Self.name))
        // Whoever was killed after the vault had them, and before they counted.
        if kept != nil { try setMark() }
        return kept
    }

    func install(_ document: Data, signedBy signer: PinSigner?) async throws(PinError) -> KeptPins {
        let known = try await kept()?.signer
        guard let signer = signer ?? known else { throw .unknownSigner }
        let candidate = KeptPins(signer: signer, set: try verifier.set(in: document, signedBy: signer))
        let outcome: Result<KeptPins, PinError>
        do throws(SecretStoreError) {
            outcome = try await secrets.update(Self.name) {
                stored -> (change: SecretChange, value: Result<KeptPins, PinError>) in
                do throws(PinError) {
                    guard try Self.isNews(candidate, after: Self.kept(stored)) else {
                        return (change: .keep, value: .success(candidate))
                    }
                    return (change: .save(try Self.secret(of: candidate)), value: .success(candidate))
                } catch {
                    return (change: .keep, value: .failure(error))
                }
            }
        } catch {
            throw PinError(error)
        }
        let kept = try outcome.get()
        try setMark()
        return kept
    }

    /// Whether a set takes the place of what is kept, which only a newer one does, whoever signed it.
    private static func isNews(_ candidate: KeptPins, after kept: KeptPins?) throws(PinError) -> Bool {
        guard let kept else { return true }
        guard candidate.set.version >= kept.set.version else {
            throw .older(version: candidate.set.version, than: kept.set.version)
        }
        guard candidate.set.version == kept.set.version else { return true }
        guard candidate.set == kept.set else { throw .sameVersion(kept.set.version) }
        return candidate.signer != kept.signer
    }

    private func setMark() throws(PinError) {
        guard !mark.isSet else { return }
        do throws(FileError) { try mark.set() } catch { throw .storage(Obstacle(code: "file_error", error.text)) }
    }

    // MARK: Storing

    private static func secret(of kept: KeptPins) throws(PinError) -> Secret {
        do throws(SecretStoreError) {
            return try SecretCoding.encode(Record(signer: kept.signer, claims: kept.set.claims))
        } catch {
            throw PinError(error)
        }
    }

    private static func kept(_ stored: StoredSecret) throws(PinError) -> KeptPins? {
        do {
            guard let secret = try stored.get() else { return nil }
            let record = try SecretCoding.decode(Record.self, from: secret)
            return KeptPins(signer: record.signer, set: try PinSet(record.claims))
        } catch let error as SecretStoreError {
            throw PinError(error)
        } catch {
            // A version of the program that allows less than the one that wrote it.
            throw PinError(SecretStoreError.undecodable(type: "PinSet"))
        }
    }
}

extension PinError {
    fileprivate init(_ error: SecretStoreError) {
        self = error == .cancelled ? .cancelled : .storage(Obstacle(error))
    }
}
