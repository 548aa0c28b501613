import Glibc

/// Says in the system's words why a call failed, from `errno`.
func systemReason(_ attempt: String) -> String {
    // Not strerror: its buffer may be shared between threads.
    let code = errno
    var buffer = [CChar](repeating: 0, count: 128)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "Could not \(attempt): error \(code)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "Could not \(attempt): \(text)"
}
