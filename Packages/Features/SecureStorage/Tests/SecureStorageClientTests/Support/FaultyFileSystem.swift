import CoreModels
import FoundationEssentials
import Locking
import SecureStorageLinux

/// The machine's file system, with faults where a test wants them.
final class FaultyFileSystem: VaultFileSystem {
    struct Call: Hashable {
        let operation: String
        let path: String
        /// Counts the calls that change something, from 0.
        let index: Int

        var changesSomething: Bool { !["facts", "read", "names", "open"].contains(operation) }
    }

    private struct State {
        var calls: [Call] = []
        var count = 0
        var fault: (@Sendable (Call) -> Int32?)?
        var alteration: (@Sendable (String, Data) -> Data)?
        /// What was overwritten in place, and may still be on disk.
        var overwritten: [(path: String, offset: Int, former: Data)] = []
        /// The number of calls that failed since the faults were last set.
        var failureCount = 0
        /// The identities that are told forever, by path; nil for the real ones.
        var pinned: [String: FileFacts.Identity]?
        var afterReading: (@Sendable (String) -> Void)?
    }

    private let real = LinuxFileSystem()
    private let state = Locked(State())

    /// What was called since the faults were last set.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Makes calls fail with the number that `fault` gives for them.
    func setFault(_ fault: (@Sendable (Call) -> Int32?)?) {
        state.withLock { state in
            state.calls = []
            state.count = 0
            state.failureCount = 0
            state.fault = fault
        }
    }

    /// Fails every call from the n-th changing one on, as if the power had
    /// been cut.
    func cutPower(before index: Int) {
        setFault { $0.index >= index ? 5 : nil }  // EIO
    }

    /// Alters what is written.
    func setAlteration(_ alteration: (@Sendable (_ path: String, Data) -> Data)?) {
        state.withLock { $0.alteration = alteration }
    }

    func note(_ operation: String, _ path: String) throws(FileSystemError) {
        let code = state.withLock { state -> Int32? in
            let call = Call(operation: operation, path: path, index: state.count)
            if call.changesSomething { state.count += 1 }
            state.calls.append(call)
            let code = state.fault?(call)
            if code != nil { state.failureCount += 1 }
            return code
        }
        if let code { throw FileSystemError(operation, path, code: code) }
    }

    // MARK: - What isn't on disk yet

    /// Whether only one call failed so far: the one that the power cut hit.
    var isFirstFailure: Bool { state.withLock { $0.failureCount == 1 } }

    func noteOverwritten(_ path: String, _ offset: Int, former: Data) {
        state.withLock { $0.overwritten.append((path, offset, former)) }
    }

    func noteSynchronized(_ path: String) {
        state.withLock { $0.overwritten.removeAll { $0.path == path } }
    }

    /// Puts back what was overwritten and not forced to disk, as a power cut
    /// may: each block by itself.
    ///
    /// - Parameter isLost: Decides for the blocks at an offset.
    func loseOverwritten(where isLost: (_ offset: Int) -> Bool = { _ in true }) throws {
        for (path, offset, former) in state.withLock({ $0.overwritten }).reversed() where isLost(offset) {
            try real.open(path)?.write(former, at: offset)
        }
    }

    func altered(_ bytes: Data, _ path: String) -> Data {
        let alteration = state.withLock { $0.alteration }
        return alteration?(path, bytes) ?? bytes
    }

    var userID: UInt32 { real.userID }

    // MARK: - Clocks that tell changes late

    /// From now on no change of a file shows in its identity, as where the file
    /// system's clock moves in steps and numbers of files are used again.
    func pinIdentities() {
        state.withLock { $0.pinned = [:] }
    }

    /// Has something happen after each read of a file.
    func setAfterReading(_ action: (@Sendable (_ path: String) -> Void)?) {
        state.withLock { $0.afterReading = action }
    }

    private func pinned(_ facts: FileFacts, _ path: String) -> FileFacts {
        state.withLock { state in
            guard state.pinned != nil else { return facts }
            var facts = facts
            facts.identity = state.pinned?[path] ?? facts.identity
            state.pinned?[path] = facts.identity
            return facts
        }
    }

    func facts(of path: String) throws(FileSystemError) -> FileFacts? {
        try note("facts", path)
        return try real.facts(of: path).map { pinned($0, path) }
    }

    func read(_ path: String, limit: Int) throws(FileSystemError) -> (bytes: Data, facts: FileFacts)? {
        try note("read", path)
        guard let (bytes, facts) = try real.read(path, limit: limit) else { return nil }
        state.withLock { $0.afterReading }?(path)
        return (bytes, pinned(facts, path))
    }

    func readSecret(_ path: String, limit: Int) throws(FileSystemError) -> (secret: Secret, facts: FileFacts)? {
        try note("read", path)
        return try real.readSecret(path, limit: limit)
    }

    func create(_ path: String, contents: Data) throws(FileSystemError) {
        try note("create", path)
        try real.create(path, contents: altered(contents, path))
    }

    func create(_ path: String, contents: Secret) throws(FileSystemError) {
        try note("create", path)
        try real.create(path, contents: contents)
    }

    func open(_ path: String) throws(FileSystemError) -> (any FileInPlace)? {
        try note("open", path)
        guard let file = try real.open(path) else { return nil }
        return FaultyFileInPlace(file, path: path, disk: self)
    }

    func rename(_ path: String, to destination: String) throws(FileSystemError) {
        try note("rename", destination)
        try real.rename(path, to: destination)
        noteSynchronized(destination)  // It is another file.
    }

    func removeFile(_ path: String) throws(FileSystemError) {
        try note("unlink", path)
        try real.removeFile(path)
        noteSynchronized(path)  // What it had matters no more.
    }

    func removeFolder(_ path: String) throws(FileSystemError) {
        try note("rmdir", path)
        try real.removeFolder(path)
    }

    func makeFolder(_ path: String) throws(FileSystemError) {
        try note("mkdir", path)
        try real.makeFolder(path)
    }

    func names(in folder: String) throws(FileSystemError) -> [String] {
        try note("names", folder)
        return try real.names(in: folder)
    }

    func synchronizeFolder(_ path: String) throws(FileSystemError) {
        try note("fsync", path)
        try real.synchronizeFolder(path)
    }

    func setMode(_ mode: UInt32, of path: String) throws(FileSystemError) {
        try note("chmod", path)
        try real.setMode(mode, of: path)
    }

    func lock(_ path: String, slot: Int64) throws(FileSystemError) -> (any FileLock)? {
        try note("lock", path)
        return try real.lock(path, slot: slot)
    }
}
