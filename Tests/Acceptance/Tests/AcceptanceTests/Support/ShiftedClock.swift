import FoundationEssentials
import Glibc
import KernelTesting

/// A clock for programs, which a test sets while they run.
///
/// A library that is loaded before all others answers the programs' questions
/// for the time; the two shifts lie in a file that all of them have mapped.
final class ShiftedClock: Sendable {
    private let folder: TemporaryFolder
    private let library: PreloadedLibrary

    /// The clock is right until it is set.
    init() async throws {
        folder = try TemporaryFolder()
        let shifts = Data(count: 2 * MemoryLayout<Int>.size)
        guard FileManager.default.createFile(atPath: folder.path(of: "shifts"), contents: shifts) else {
            throw POSIXFailure(call: "open", code: errno)
        }
        library = try await PreloadedLibrary("shifted-clock.c", in: folder)
    }

    /// What a program finds around it that goes by this clock.
    var environment: [String: String] {
        library.environment.merging(["SHIFTED_CLOCK": folder.path(of: "shifts")]) { $1 }
    }

    /// Sets how many years of 365 days the time of day is off.
    ///
    /// The clock that counts since the start of the machine stays as it is:
    /// nobody can set that.
    func setTimeOfDay(yearsOff years: Int) throws {
        try setTimeOfDay(daysOff: years * 365)
    }

    /// Sets how many days the time of day is off.
    func setTimeOfDay(daysOff days: Int) throws {
        let passed = try shifts()[1]
        try setShifts([days * 24 * 3600 + passed, passed])
    }

    /// Lets time pass.
    func pass(seconds: Int) throws { try setShifts(try shifts().map { $0 + seconds }) }

    private func shifts() throws -> [Int] {
        guard let bytes = folder.contents(of: "shifts") else { throw POSIXFailure(call: "read", code: errno) }
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int.self)) }
    }

    /// Writes in place: the programs have mapped the file.
    private func setShifts(_ shifts: [Int]) throws {
        let file = open(folder.path(of: "shifts"), O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let count = shifts.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        guard count == 2 * MemoryLayout<Int>.size else { throw POSIXFailure(call: "pwrite", code: errno) }
    }
}
