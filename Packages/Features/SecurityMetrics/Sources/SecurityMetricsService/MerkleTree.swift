package import CryptographyAPI
package import FoundationEssentials
package import SecurityMetricsContract

extension MerkleHashing {
    /// Hashes with a library.
    package init(_ hashing: any Hashing) {
        self.init { content in try hashing.sha256(content) }
    }
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
    package mutating func append(_ leaf: Data, _ hashing: MerkleHashing) throws {
        var root = leaf, rest = size
        while rest & 1 == 1, let left = subtrees.popLast() {
            root = try hashing.node(left, root)
            rest >>= 1
        }
        subtrees.append(root)
        size += 1
    }

    /// The root of the whole tree.
    package func root(_ hashing: MerkleHashing) throws -> Data {
        guard var root = subtrees.last else { return try hashing.empty() }
        for left in subtrees.dropLast().reversed() { root = try hashing.node(left, root) }
        return root
    }
}
