import CMicroHTTPD
import Glibc

/// The functions that the library calls, all on the thread of a daemon's loop.
///
/// They are plain functions, not closures: one written in a context that
/// belongs to the main actor would trap on any other thread.
enum Callbacks {
    static func table(context: UnsafeMutableRawPointer) -> cmhd_callbacks {
        unsafe cmhd_callbacks(
            context: context, access: access, completed: completed, connection: connection, target: target,
            unescape: unescape, log: log)
    }

    static func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon? {
        unsafe context.map { unsafe Unmanaged<Daemon>.fromOpaque($0).takeUnretainedValue() }
    }

    static func exchange(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Exchange? {
        unsafe slot?.pointee.map { unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Called with the request target as it was sent, once the request line is
/// there.
///
/// What it returns is the request's context.
private func target(
    _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let daemon = unsafe Callbacks.daemon(context), let handle = unsafe handle,
        let raw = unsafe cmhd_socket_context(handle)
    else { return nil }
    let connection = unsafe Unmanaged<Connection>.fromOpaque(raw).takeUnretainedValue()
    let bytes = unsafe text.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    let exchange = Exchange(target: bytes, connection: connection, daemon: daemon)
    connection.exchange = exchange
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// Called once the header is there, then with each piece of the body, then once
/// the request is complete, and again after each resumption.
private func access(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let exchange = unsafe Callbacks.exchange(slot), let handle = unsafe handle, let size = unsafe size else {
        return .NO
    }
    if let data = unsafe data, unsafe size.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
        switch unsafe exchange.receive(bytes) {
        case .taken: unsafe size.pointee = 0
        case .notTaken: break
        case .disconnect: return .NO
        }
        return .YES
    }
    let isAlive = unsafe exchange.proceed(
        handle,
        RequestHead.Line(
            method: method.map { unsafe String(cString: $0) } ?? "",
            version: version.map { unsafe String(cString: $0) } ?? ""))
    return isAlive ? .YES : .NO
}

/// Called when a request is over, one way or another.
private func completed(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let slot = unsafe slot, let raw = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(raw).takeRetainedValue()
    exchange.didEnd(isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}

/// Called when a connection starts and before its descriptor is closed.
private func connection(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
    guard let daemon = unsafe Callbacks.daemon(context), let handle = unsafe handle, let slot = unsafe slot else {
        return
    }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        guard let connection = unsafe daemon.connectionDidStart(handle) else { return }
        unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let raw = unsafe slot.pointee else { return }
        unsafe slot.pointee = nil
        daemon.connectionDidEnd(unsafe Unmanaged<Connection>.fromOpaque(raw).takeRetainedValue())
    }
}

/// Leaves escapes alone: paths and queries are decoded strictly, from the
/// target as it was sent.
private func unescape(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    unsafe text.map { unsafe strlen($0) } ?? 0
}

private func log(_ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let daemon = unsafe Callbacks.daemon(context), let format = unsafe format, let arguments = unsafe arguments
    else { return }
    var buffer = [CChar](repeating: 0, count: 512)
    unsafe vsnprintf(&buffer, buffer.count, format, arguments)
    let text = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    daemon.complain(String(decoding: text, as: UTF8.self))
}
