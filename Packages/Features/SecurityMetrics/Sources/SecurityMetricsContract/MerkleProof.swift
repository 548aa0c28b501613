package import FoundationEssentials

/// Which subtrees prove something of a Merkle tree, and whether they do.
///
/// A subtree is named by the leaves that it has; whoever holds the leaves makes its root.
package enum MerkleProof {
    /// The subtrees that show that a leaf is in a tree (RFC 9162, section 2.1.3.1).
    ///
    /// - Parameter index: Less than `size`.
    package static func inclusion(of index: Int, in size: Int) -> [Range<Int>] {
        path(to: index, in: 0..<size)
    }

    /// The subtrees that show that a tree goes on from an earlier one (section 2.1.4.1).
    ///
    /// - Parameter old: At most `size`.
    package static func consistency(from old: Int, to size: Int) -> [Range<Int>] {
        guard old > 0 else { return [] }
        return subproof(old, in: 0..<size, isWhole: true)
    }

    /// The root of the tree in which the proof has a leaf (section 2.1.3.2).
    ///
    /// - Returns: nil if such a tree has no such proof.
    package static func root(
        of leaf: Data, at index: Int, in size: Int, along path: [Data], _ hashing: MerkleHashing
    ) throws -> Data? {
        guard index >= 0, index < size else { return nil }
        var (node, last, root) = (index, size - 1, leaf)
        for sibling in path {
            guard last > 0 else { return nil }
            if node & 1 == 1 || node == last {
                root = try hashing.node(sibling, root)
                while node & 1 == 0, node > 0 { (node, last) = (node >> 1, last >> 1) }
            } else {
                root = try hashing.node(root, sibling)
            }
            (node, last) = (node >> 1, last >> 1)
        }
        return last == 0 ? root : nil
    }

    /// Whether a tree goes on from an earlier one (section 2.1.4.2).
    package static func isConsistent(
        _ old: (size: Int, root: Data), _ new: (size: Int, root: Data), along path: [Data], _ hashing: MerkleHashing
    ) throws -> Bool {
        guard old.size > 0, old.size < new.size else {
            guard path.isEmpty else { return false }
            return old.size == 0 ? try old.root == hashing.empty() : old == new
        }
        var rest = (old.size.nonzeroBitCount == 1 ? [old.root] : []) + path
        guard !rest.isEmpty else { return false }
        var (node, last) = (old.size - 1, new.size - 1)
        while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
        let first = rest.removeFirst()
        var (oldRoot, newRoot) = (first, first)
        for sibling in rest {
            guard last > 0 else { return false }
            if node & 1 == 1 || node == last {
                oldRoot = try hashing.node(sibling, oldRoot)
                newRoot = try hashing.node(sibling, newRoot)
                while node & 1 == 0, node > 0 { (node, last) = (node >> 1, last >> 1) }
            } else {
                newRoot = try hashing.node(newRoot, sibling)
            }
            (node, last) = (node >> 1, last >> 1)
        }
        return last == 0 && oldRoot == old.root && newRoot == new.root
    }

    private static func path(to index: Int, in leaves: Range<Int>) -> [Range<Int>] {
        guard leaves.count > 1 else { return [] }
        let middle = leaves.lowerBound + leaves.count.greatestSplit
        return index < middle
            ? path(to: index, in: leaves.lowerBound..<middle) + [middle..<leaves.upperBound]
            : path(to: index, in: middle..<leaves.upperBound) + [leaves.lowerBound..<middle]
    }

    private static func subproof(_ old: Int, in leaves: Range<Int>, isWhole: Bool) -> [Range<Int>] {
        guard old < leaves.count else { return isWhole ? [] : [leaves] }
        let split = leaves.count.greatestSplit, middle = leaves.lowerBound + split
        return old <= split
            ? subproof(old, in: leaves.lowerBound..<middle, isWhole: isWhole) + [middle..<leaves.upperBound]
            : subproof(old - split, in: middle..<leaves.upperBound, isWhole: false) + [leaves.lowerBound..<middle]
    }
}

extension Int {
    /// The greatest power of two that is less; for 2 and more.
    fileprivate var greatestSplit: Int { 1 << (Int.bitWidth - 1 - (self - 1).leadingZeroBitCount) }
}
