/// The bytes of bound values, in one piece of memory that a statement keeps
/// from use to use: the library need not copy each of them.
struct ValueBuffer: ~Copyable {
    /// What is kept; a large value is no reason to keep its memory.
    private static let mostKept = 64 * 1024

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0

    deinit { unsafe memory.deallocate() }

    /// Makes room for all values of one use; to be called when none is bound.
    mutating func prepare(byteCount: Int) {
        used = 0
        guard unsafe byteCount > memory.count else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: max(byteCount, 256), alignment: 1)
    }

    /// Copies a value and says where it is until the next ``removeAll()``.
    mutating func add(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        let end = unsafe used + bytes.count
        let copy = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used..<end])
        unsafe copy.copyMemory(from: bytes)
        used = end
        return unsafe UnsafePointer(copy.baseAddress?.assumingMemoryBound(to: CChar.self))
    }

    /// To be called when none is bound any more.
    mutating func removeAll() {
        used = 0
        guard unsafe memory.count > Self.mostKept else { return }
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
