/// What the thread of a ``CurlLoop`` does; nobody else can reach it.
final class CurlEventLoop {
    /// How many unused easy handles are kept; clearing one is quicker than
    /// making one.
    private static let maximumSpareHandles = 64
    /// How long to wait when nothing happens.
    ///
    /// The library shortens it to its
    /// own next deadline, so any long time does.
    private static let longestWait: Int32 = 3_600_000

    private let settings: CurlLoop.Settings
    private let mailbox: CurlMailbox
    private var running: [ObjectIdentifier: CurlEasyHandle] = [:]
    private var spare: [CurlEasyHandle] = []

    init(settings: CurlLoop.Settings, mailbox: CurlMailbox) {
        self.settings = settings
        self.mailbox = mailbox
    }

    func run() {
        var leftovers = CurlOutcome(code: .aborted)
        do throws(CurlError) {
            try CurlLibrary.initialize()
            serve(try CurlMultiHandle(settings))
        } catch {
            leftovers = CurlOutcome(code: error.code, reason: error.reason)
        }
        mailbox.close(leftovers)
    }

    private func serve(_ multi: CurlMultiHandle) {
        while carryOutCommands(multi) {
            if !multi.perform() { finishAll(multi, .outOfMemory) }
            while let (handle, code) = multi.nextFinished() { finish(handle, code, multi) }
            multi.wait(orReadable: mailbox.descriptor, milliseconds: Self.longestWait)
        }
        finishAll(multi, .aborted)
    }

    /// Returns false when it is time to stop.
    private func carryOutCommands(_ multi: CurlMultiHandle) -> Bool {
        var goesOn = true
        for command in mailbox.takeAll() {
            switch command {
            case .start(let ticket, let make): start(ticket, make(), multi)
            case .resume(let ticket): running[ObjectIdentifier(ticket)]?.resume()
            case .cancel(let ticket):
                if let handle = running[ObjectIdentifier(ticket)] { finish(handle, .aborted, multi) }
            case .stop: goesOn = false
            }
        }
        return goesOn
    }

    private func start(_ ticket: CurlTicket, _ transfer: any CurlTransfer, _ multi: CurlMultiHandle) {
        guard !ticket.isCancelled else { return transfer.finished(CurlOutcome(code: .aborted)) }
        do throws(CurlError) {
            let handle = try unusedHandle()
            try handle.attach(transfer, ticket)
            try transfer.configure(handle)
            guard multi.add(handle) else { throw CurlError(code: .failedInitialization) }
            running[ObjectIdentifier(ticket)] = handle
        } catch {
            transfer.finished(CurlOutcome(code: error.code, reason: error.reason))
        }
    }

    private func unusedHandle() throws(CurlError) -> CurlEasyHandle {
        if let handle = spare.popLast() { return handle }
        return try CurlEasyHandle()
    }

    private func finish(_ handle: CurlEasyHandle, _ code: CurlCode, _ multi: CurlMultiHandle) {
        guard let transfer = handle.transfer, let ticket = handle.ticket else { return }
        running[ObjectIdentifier(ticket)] = nil
        multi.remove(handle)
        let outcome = handle.outcome(code)
        recycle(handle)
        transfer.finished(outcome)
    }

    private func finishAll(_ multi: CurlMultiHandle, _ code: CurlCode) {
        for handle in Array(running.values) { finish(handle, code, multi) }
    }

    private func recycle(_ handle: CurlEasyHandle) {
        handle.reset()
        if spare.count < Self.maximumSpareHandles { spare.append(handle) }
    }
}
