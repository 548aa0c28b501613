import CoreModels
public import DeviceFindingsAPI
public import DeviceIntegrityAPI
public import SecureStorageAPI

/// Has the server told of what a start found, before and after what the person does, and while it lasts.
///
/// The start looked before anything was composed; this is the first thing that is done after that.
public struct FindingsWatch: Sendable {
    /// How long the server is waited for, while there is something that it wasn't told.
    private static let patience = Duration.seconds(2)
    /// How often it is looked for what was found before somebody logged in, or without a connection.
    private static let interval = Duration.seconds(60)

    private let findings: any FindingTelling
    private let presence: ServerPresence
    private let locking: any VaultLocking
    private let vault: any VaultMaintaining
    private let clock: any Clock<Duration>

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - findings: Keeps what was found, and tells the server.
    ///   - presence: Knows whether the server answered anything.
    ///   - locking: Tells whether the vault is locked: nobody is asked for a pass phrase for this.
    ///   - vault: Keeps what waits; none is made for it.
    ///   - clock: Measures how long the server is waited for.
    public init(
        findings: any FindingTelling, presence: ServerPresence, locking: any VaultLocking,
        vault: any VaultMaintaining, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.findings = findings
        self.presence = presence
        self.locking = locking
        self.vault = vault
        self.clock = clock
    }

    /// Tells what was found, and what waits.
    public func tell(_ found: [IntegrityFinding.Kind] = []) async {
        findings.note(found)
        guard await isOpen() else { return }
        await Patience.lasting(Self.patience, by: clock) {
            await Task.inPassing { [findings] in await findings.tell() }
        }
    }

    /// What was told and what waits; nil while that can't be read.
    public func told() async -> ToldFindings? { await isOpen() ? await findings.told() : nil }

    /// Whether the vault opens by itself.
    ///
    /// Where there is none nobody ever logged in: there is no session that a finding could be an event of.
    private func isOpen() async -> Bool {
        guard await locking.lockState() != .locked else { return false }
        return await vault.status().exists
    }

    /// Tells what was found, does what the person wants, and tells what could be told only by that.
    ///
    /// - Parameter found: What was found; nil where the policy doesn't have the server told.
    public func tell(_ found: [IntegrityFinding.Kind]?, during body: () async -> Void) async {
        guard let found else { return await body() }
        await tell(found)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    try? await clock.sleep(for: Self.interval)
                    if !Task.isCancelled { await tell() }
                }
            }
            await body()
            group.cancelAll()
        }
        if presence.hasAnswered { await tell() }
    }
}
