import CSQLite
import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// The bytes of bound values, in one piece of memory that a statement keeps
/// from use to use: the library need not copy each of them.
@safe struct ValueBuffer: ~Copyable {
    /// What is kept; a large value is no reason to keep its memory.
    private static let mostKept = 64 * 1024

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0

    deinit { unsafe memory.deallocate() }

    /// Whether ``removeAll()`` is due after the use.
    var isLarge: Bool { unsafe memory.count > Self.mostKept }

    /// Gives the memory back; to be called when no value is bound.
    mutating func removeAll() {
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Binds values from copies that stay until the next call.
    ///
    /// - Returns: The library's result code.
    mutating func bind(_ form: SQLForm, to statement: OpaquePointer) -> Int32 {
        reserve(form.byteCount)
        var index: Int32 = 0
        for place in form.parts.indices {
            if case .literal = form.parts[place] { continue }
            index += 1
            let code = unsafe bind(form.parts[place], at: index, to: statement)
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    private mutating func bind(_ part: SQLForm.Part, at index: Int32, to statement: OpaquePointer) -> Int32 {
        switch part {
        case .literal: return SQLITE_OK
        case .uuid(let uuid):
            let text = unsafe take(UUID.textLength)
            unsafe uuid.writeLowercaseText(to: text)
            return unsafe csqlite_bind_text(
                statement, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(text.count))
        case .value(.null): return unsafe sqlite3_bind_null(statement, index)
        case .value(.integer(let value)): return unsafe sqlite3_bind_int64(statement, index, value)
        case .value(.real(let value)): return unsafe sqlite3_bind_double(statement, index, value)
        case .value(.text(let value)):
            let code = unsafe value.utf8.withContiguousStorageIfAvailable {
                unsafe bindText(UnsafeRawBufferPointer($0), at: index, to: statement)
            }
            if let code { return code }
            var native = value
            return native.withUTF8 { unsafe bindText(UnsafeRawBufferPointer($0), at: index, to: statement) }
        case .value(.blob(let value)):
            return unsafe value.withUnsafeBytes { bytes in
                unsafe csqlite_bind_blob(statement, index, copy(bytes), UInt64(bytes.count))
            }
        }
    }

    private mutating func bindText(
        _ bytes: UnsafeRawBufferPointer, at index: Int32, to statement: OpaquePointer
    ) -> Int32 {
        let start = unsafe copy(bytes)?.assumingMemoryBound(to: CChar.self)
        return unsafe csqlite_bind_text(statement, index, start, UInt64(bytes.count))
    }

    /// Makes room for all values of one use.
    private mutating func reserve(_ byteCount: Int) {
        used = 0
        guard unsafe byteCount > memory.count else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: max(byteCount, 256), alignment: 1)
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        let copy = unsafe take(bytes.count)
        unsafe copy.copyMemory(from: bytes)
        return UnsafeRawPointer(copy.baseAddress)
    }

    private mutating func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
        defer { used += count }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + count])
    }
}
