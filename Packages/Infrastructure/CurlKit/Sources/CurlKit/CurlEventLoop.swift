/// What the thread of a ``CurlLoop`` does; nobody else can reach it.
struct CurlEventLoop: ~Copyable {
    /// How many unused easy handles are kept; clearing one is quicker than
    /// making one.
    private static let maximumSpareHandles = 64
    /// How long to wait when nothing happens.
    ///
    /// The library shortens it to its own next deadline, so any long time does.
    private static let longestWait: Int32 = 3_600_000
    /// How often in a row the mailbox is emptied before the transfers move on.
    private static let batches = 16

    private let settings: CurlLoop.Settings
    private let mailbox: CurlMailbox
    private var running: [CurlEasyHandle] = []
    private var spare: [CurlEasyHandle] = []
    /// What was taken from the mailbox last.
    private var commands: [CurlMailbox.Command] = []

    init(settings: CurlLoop.Settings, mailbox: CurlMailbox) {
        self.settings = settings
        self.mailbox = mailbox
    }

    mutating func run() {
        var leftovers = CurlOutcome(code: .aborted)
        do throws(CurlError) {
            try CurlLibrary.initialize()
            serve(try CurlMultiHandle(settings, mailbox: mailbox.descriptor))
        } catch {
            leftovers = CurlOutcome(code: error.code, reason: error.reason)
        }
        mailbox.close(leftovers)
    }

    private mutating func serve(_ multi: CurlMultiHandle) {
        while carryOutCommands(multi) {
            if !multi.perform() { finishAll(multi, .outOfMemory) }
            while let (handle, code) = multi.nextFinished() { finish(handle, code, multi) }
            // With something to do, what is new moves on first.
            if mailbox.maySleep() { multi.wait(milliseconds: Self.longestWait) }
        }
        finishAll(multi, .aborted)
    }

    /// Returns false when it is time to stop.
    ///
    /// What is done here may ask for more, as a task does that begins another
    /// transfer; all of that moves on together.
    private mutating func carryOutCommands(_ multi: CurlMultiHandle) -> Bool {
        var goesOn = true
        for _ in 0..<Self.batches {
            mailbox.takeAll(into: &commands)
            guard goesOn, !commands.isEmpty else { break }
            while let command = commands.popLast() {
                if !carryOut(command, multi) { goesOn = false }
            }
        }
        return goesOn
    }

    private mutating func carryOut(_ command: CurlMailbox.Command, _ multi: CurlMultiHandle) -> Bool {
        switch command {
        case .start(let ticket, let transfer): start(ticket, transfer, multi)
        case .run(let job, let executor): unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
        case .resume(let ticket): handle(of: ticket)?.resume()
        case .cancel(let ticket):
            if let handle = handle(of: ticket) { finish(handle, .aborted, multi) }
        case .stop: return false
        }
        return true
    }

    /// What runs under a ticket; asked for seldom enough for looking through all.
    private func handle(of ticket: CurlTicket) -> CurlEasyHandle? {
        running.first { $0.ticket === ticket }
    }

    private mutating func start(_ ticket: CurlTicket, _ transfer: any CurlTransfer, _ multi: CurlMultiHandle) {
        guard !ticket.isCancelled else { return transfer.finished(CurlOutcome(code: .aborted)) }
        do throws(CurlError) {
            let preset = transfer.preset
            let handle = try unusedHandle(for: preset)
            try handle.attach(transfer, ticket, preset)
            try transfer.configure(handle)
            try handle.useFields()
            guard multi.add(handle) else { throw CurlError(code: .failedInitialization) }
            handle.position = running.count
            running.append(handle)
        } catch {
            transfer.finished(CurlOutcome(code: error.code, reason: error.reason))
        }
    }

    /// A handle that has the preset, if there is one.
    private mutating func unusedHandle(for preset: CurlPreset?) throws(CurlError) -> CurlEasyHandle {
        if let position = spare.lastIndex(where: { $0.preset === preset }) { return spare.remove(at: position) }
        if let handle = spare.popLast() { return handle }
        return try CurlEasyHandle()
    }

    private mutating func finish(_ handle: CurlEasyHandle, _ code: CurlCode, _ multi: CurlMultiHandle) {
        guard let transfer = handle.transfer else { return }
        forget(handle)
        multi.remove(handle)
        let outcome = handle.outcome(code)
        handle.detach()
        // libcurl 7.88 leaves a handle whose connection was never made with its
        // buffer, and refuses to set that one's size for the next transfer.
        if code == .ok, spare.count < Self.maximumSpareHandles { spare.append(handle) }
        transfer.finished(outcome)
    }

    private mutating func finishAll(_ multi: CurlMultiHandle, _ code: CurlCode) {
        for handle in running { finish(handle, code, multi) }
    }

    /// The last one takes its place.
    private mutating func forget(_ handle: CurlEasyHandle) {
        guard let last = running.popLast(), last !== handle else { return }
        last.position = handle.position
        running[last.position] = last
    }
}
