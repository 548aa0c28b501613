import CoreModels
public import CryptographyAPI
public import Testing

/// What every ``PasswordHashing`` has to do.
public struct PasswordHashingConformance {
    private let hashing: any PasswordHashing
    private let location: SourceLocation

    /// Creates the suite for one implementation.
    public init(_ hashing: any PasswordHashing, sourceLocation: SourceLocation = #_sourceLocation) {
        self.hashing = hashing
        location = sourceLocation
    }

    /// Checks everything.
    public func run() async throws {
        try await acceptsOnlyTheSamePassword()
        try await looksAtEveryByte()
        try await refusesMalformedHashes()
        try await knowsItsOwnHashes()
        try await givesUpWhenCancelled()
    }

    private func acceptsOnlyTheSamePassword() async throws {
        let hash = try await hashing.hash(Secret("Correct horse 1!"))
        for (password, isRight) in [
            ("Correct horse 1!", true), ("correct horse 1!", false), ("Correct horse 1", false),
            ("Correct horse 1! ", false), ("", false),
        ] {
            let isAccepted = try await hashing.verify(Secret(password), against: hash)
            #expect(isAccepted == isRight, "\(password)", sourceLocation: location)
        }
    }

    private func looksAtEveryByte() async throws {
        // No truncation at 72 bytes, at a NUL or anywhere else (NIST SP
        // 800-63B-4 section 3.1.1.2).
        let long = [UInt8](repeating: 0x61, count: 1024)
        let hash = try await hashing.hash(Secret(long))
        #expect(try await hashing.verify(Secret(long), against: hash), sourceLocation: location)
        for changed in [0, 71, 72, 1023] {
            var other = long
            other[changed] = 0
            let isAccepted = try await hashing.verify(Secret(other), against: hash)
            #expect(!isAccepted, "byte \(changed)", sourceLocation: location)
        }
        let zero = try await hashing.hash(Secret([0x61, 0x00, 0x62]))
        #expect(try await hashing.verify(Secret([0x61, 0x00, 0x63]), against: zero) == false, sourceLocation: location)
    }

    private func refusesMalformedHashes() async throws {
        for encoded in ["", "password", "$", "$$$$", "$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA"] {
            let hash = PasswordHash(encoded: encoded)
            await #expect(throws: CryptographyError.malformedPasswordHash, sourceLocation: location) {
                try await hashing.verify(Secret("password"), against: hash)
            }
            #expect(hashing.needsRehash(hash), "\(encoded)", sourceLocation: location)
        }
    }

    private func knowsItsOwnHashes() async throws {
        let hash = try await hashing.hash(Secret("password"))
        #expect(!hashing.needsRehash(hash), sourceLocation: location)
        #expect(!"\(hash)".contains(hash.encoded), sourceLocation: location)
        try await hashing.verifyDecoy(Secret("password"))
    }

    private func givesUpWhenCancelled() async throws {
        let task = Task { [hashing] () async -> CryptographyError? in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do throws(CryptographyError) {
                _ = try await hashing.hash(Secret("password"))
                return nil
            } catch {
                return error
            }
        }
        #expect(await task.value == .cancelled, sourceLocation: location)
    }
}
