import CProcess
import CWipedMemory
import CryptographyAPI

/// Process hardening by prctl(2), setrlimit(2) and sigaction(2).
struct LinuxProcessHardening: ProcessHardening {
    func harden() -> ProcessHardeningReport {
        // What the calls return doesn't matter, only what holds afterwards.
        _ = cprocess_forbid_core_files()
        _ = cprocess_forbid_dumping()
        cprocess_leave_crashes_alone()
        return ProcessHardeningReport(
            isDumpable: cprocess_dumpable() != 0, allowsCoreFiles: cprocess_allows_core_files() != 0,
            catchesCrashes: cprocess_catches_crashes() != 0, wipesFreedMemory: cwipedmemory_is_wiped() != 0)
    }
}
