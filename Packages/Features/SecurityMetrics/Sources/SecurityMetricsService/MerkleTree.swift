package import CryptographyAPI
package import FoundationEssentials

/// The hashes of a Merkle tree (RFC 9162, section 2.1.1): a leaf can't be taken for a node.
package struct MerkleHashing: Sendable {
    private let hashing: any Hashing

    package init(_ hashing: any Hashing) {
        self.hashing = hashing
    }

    /// The hash of what stands in a leaf.
    package func leaf(_ content: Data) throws(CryptographyError) -> Data { try hashing.sha256([0x00] + content) }

    /// The hash of a node above two others.
    package func node(_ left: Data, _ right: Data) throws(CryptographyError) -> Data {
        var content = Data(capacity: 65)
        content.append(0x01)
        content.append(left)
        content.append(right)
        return try hashing.sha256(content)
    }

    /// The root of a tree without leaves.
    package func empty() throws(CryptographyError) -> Data { try hashing.sha256(Data()) }
}

/// A Merkle tree to which leaves are only added: what has to be kept of it to go on.
///
/// These are the roots of its complete subtrees, the greatest first: one for each 1 of the
/// size in binary, so at most 63 of 32 bytes.
package struct MerkleFrontier: Hashable, Sendable {
    /// How many leaves the tree has.
    package private(set) var size = 0
    /// The roots of the complete subtrees.
    package private(set) var subtrees: [Data] = []

    /// A tree without leaves.
    package init() {}

    /// A tree that is known by what was kept of it.
    ///
    /// - Returns: nil if so many subtrees make no tree of that size.
    package init?(size: Int, subtrees: Data) {
        guard size >= 0, subtrees.count == 32 * size.nonzeroBitCount else { return nil }
        self.size = size
        self.subtrees = stride(from: 0, to: subtrees.count, by: 32).map { start in
            Data(subtrees.dropFirst(start).prefix(32))
        }
    }

    /// What is kept of the tree.
    package var kept: Data { subtrees.reduce(into: Data()) { $0.append($1) } }

    /// Adds a leaf by its hash.
    package mutating func append(_ leaf: Data, _ hashing: MerkleHashing) throws(CryptographyError) {
        var root = leaf, rest = size
        while rest & 1 == 1, let left = subtrees.popLast() {
            root = try hashing.node(left, root)
            rest >>= 1
        }
        subtrees.append(root)
        size += 1
    }

    /// The root of the whole tree.
    package func root(_ hashing: MerkleHashing) throws(CryptographyError) -> Data {
        guard var root = subtrees.last else { return try hashing.empty() }
        for left in subtrees.dropLast().reversed() { root = try hashing.node(left, root) }
        return root
    }
}
