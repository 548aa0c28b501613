import CoreModels
public import CryptographyAPI
import FoundationEssentials
public import Testing

/// What every ``AuthenticatedEncryption`` has to do.
public struct AuthenticatedEncryptionConformance {
    private let encryption: any AuthenticatedEncryption
    private let keys: any SymmetricKeyMaking
    private let location: SourceLocation

    /// Creates the suite for one implementation.
    public init(
        _ encryption: any AuthenticatedEncryption, keys: any SymmetricKeyMaking,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.encryption = encryption
        self.keys = keys
        location = sourceLocation
    }

    /// Checks everything.
    public func run() throws {
        try opensWhatItSealed()
        try opensIntoMemoryOfTheCaller()
        try refusesEveryChangedByte()
        try refusesAnotherKeyOrPlace()
        try refusesKeysOfAnotherLength()
        try wrapsKeys()
    }

    private func opensWhatItSealed() throws {
        let key = try keys.makeRandomKey()
        for count in [0, 1, 15, 16, 17, 4096, 1_000_003] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let place = Data("name\(count)".utf8)
            let box = try encryption.seal(Secret(bytes), using: key, authenticating: place)
            #expect(box.ciphertext.count == count, sourceLocation: location)
            let stored = try SealedBox(combined: box.combined)
            let opened = try encryption.open(stored, using: key, authenticating: place)
            #expect(opened.isEqual(to: Secret(bytes)), "\(count) bytes", sourceLocation: location)
        }
    }

    private func opensIntoMemoryOfTheCaller() throws {
        let key = try keys.makeRandomKey()
        let bytes = (0..<100).map { UInt8($0) }
        let box = try encryption.seal(Secret(bytes), using: key, authenticating: Data("place".utf8))
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 101, alignment: 1)
        defer { unsafe room.deallocate() }
        unsafe room.initializeMemory(as: UInt8.self, repeating: 0xEE)
        let fitting = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<100])
        try unsafe encryption.open(box, into: fitting, using: key, authenticating: Data("place".utf8))
        unsafe #expect(Array(room) == bytes + [0xEE], sourceLocation: location)
        expectFailure { try unsafe encryption.open(box, into: fitting, using: key, authenticating: Data()) }
        unsafe #expect(fitting.allSatisfy { $0 == 0 }, "nothing of it is released", sourceLocation: location)
        for count in [0, 99, 101] {
            #expect("room for \(count) bytes", sourceLocation: location) {
                try unsafe encryption.open(
                    box, into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), using: key,
                    authenticating: Data("place".utf8))
            } throws: { error in
                if case CryptographyError.invalidInput = error { true } else { false }
            }
        }
    }

    private func refusesEveryChangedByte() throws {
        let key = try keys.makeRandomKey()
        let place = Data("place".utf8)
        let box = try encryption.seal(Secret("a secret of some length"), using: key, authenticating: place)
        for index in box.combined.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var combined = box.combined
                combined[index] ^= change
                let changed = try SealedBox(combined: combined)
                expectFailure { try encryption.open(changed, using: key, authenticating: place) }
            }
        }
        for count in 0..<box.combined.count {
            expectFailure {
                let cut = try SealedBox(combined: box.combined.prefix(count))
                return try encryption.open(cut, using: key, authenticating: place)
            }
        }
        let longer = try SealedBox(combined: box.combined + [0])
        expectFailure { try encryption.open(longer, using: key, authenticating: place) }
    }

    private func refusesAnotherKeyOrPlace() throws {
        let key = try keys.makeRandomKey()
        let otherKey = try keys.makeRandomKey()
        let box = try encryption.seal(Secret("secret"), using: key, authenticating: Data("place".utf8))
        expectFailure { try encryption.open(box, using: otherKey, authenticating: Data("place".utf8)) }
        for place in ["", "plac", "place ", "Place"] {
            expectFailure { try encryption.open(box, using: key, authenticating: Data(place.utf8)) }
        }
    }

    private func refusesKeysOfAnotherLength() throws {
        for count in [1, 16, 24, 31, 33, 64] {
            let key = try keys.makeRandomKey(byteCount: count)
            #expect("a key of \(count) bytes", sourceLocation: location) {
                try encryption.seal(Secret("secret"), using: key, authenticating: Data())
            } throws: { error in
                if case CryptographyError.invalidKey = error { true } else { false }
            }
        }
    }

    private func wrapsKeys() throws {
        let wrappingKey = try keys.makeRandomKey()
        let key = try keys.makeRandomKey()
        let place = Data("place".utf8)
        let box = try encryption.wrap(key, using: wrappingKey, authenticating: place)
        let unwrapped = try encryption.unwrap(box, using: wrappingKey, authenticating: place)
        let isSame = unsafe key.withUnsafeBytes { first in
            unsafe unwrapped.withUnsafeBytes { unsafe first.elementsEqual($0) }
        }
        #expect(isSame, sourceLocation: location)
        expectFailure { try encryption.unwrap(box, using: key, authenticating: place) }
        let empty = try encryption.seal(Secret(""), using: wrappingKey, authenticating: place)
        expectFailure { try encryption.unwrap(empty, using: wrappingKey, authenticating: place) }
    }

    private func expectFailure<Value>(_ body: () throws -> Value) {
        #expect(throws: CryptographyError.authenticationFailed, sourceLocation: location) { _ = try body() }
    }
}
