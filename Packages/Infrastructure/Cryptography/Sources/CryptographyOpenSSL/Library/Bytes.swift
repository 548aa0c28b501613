import CryptographyAPI
import FoundationEssentials
import Glibc

/// Lends memory that is wiped afterwards, whatever happens.
func withWipedBytes<Result>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(CryptographyError) -> Result
) throws(CryptographyError) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
    defer {
        if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        unsafe buffer.deallocate()
    }
    return try unsafe body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
}

/// Makes data of `count` bytes that `fill` writes.
func makeData(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(CryptographyError) -> Void
) throws(CryptographyError) -> Data {
    // Data that is made with a length is filled with zeros first.
    guard let bytes = unsafe malloc(max(count, 1)) else { throw .memoryUnavailable(errorNumber: ENOMEM) }
    do {
        try unsafe fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    } catch {
        unsafe explicit_bzero(bytes, count)
        unsafe free(bytes)
        throw error
    }
    return unsafe Data(bytesNoCopy: bytes, count: count, deallocator: .free)
}

extension Data {
    /// Lends the bytes to a function that throws typed errors.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(CryptographyError) -> Result
    ) throws(CryptographyError) -> Result {
        try unsafe bytes.withUnsafeBytes(body)
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte, as C's `const unsigned char *`.
    var octets: UnsafePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte, as C's `unsigned char *`.
    var octets: UnsafeMutablePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

/// The length as C's `int`, or an error if there are too many bytes for it.
func cLength(_ count: Int) throws(CryptographyError) -> Int32 {
    guard let length = Int32(exactly: count) else { throw .invalidInput(reason: "more than 2 GiB in one piece") }
    return length
}
