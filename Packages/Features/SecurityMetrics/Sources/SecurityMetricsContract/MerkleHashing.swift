package import FoundationEssentials

/// The hashes of a Merkle tree (RFC 9162, section 2.1.1): a leaf can't be taken for a node.
package struct MerkleHashing: Sendable {
    private let sha256: @Sendable (Data) throws -> Data

    /// - Parameter sha256: Returns the 32 bytes of SHA-256.
    package init(sha256: @escaping @Sendable (Data) throws -> Data) {
        self.sha256 = sha256
    }

    /// The hash of what stands in a leaf.
    package func leaf(_ content: Data) throws -> Data { try sha256([0x00] + content) }

    /// The hash of a node above two others.
    package func node(_ left: Data, _ right: Data) throws -> Data {
        var content = Data(capacity: 65)
        content.append(0x01)
        content.append(left)
        content.append(right)
        return try sha256(content)
    }

    /// The root of a tree without leaves.
    package func empty() throws -> Data { try sha256(Data()) }
}
