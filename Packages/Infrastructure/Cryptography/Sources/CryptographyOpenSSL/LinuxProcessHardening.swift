import CProcess
import CryptographyAPI

/// Process hardening by prctl(2) and setrlimit(2).
struct LinuxProcessHardening: ProcessHardening {
    func harden() -> ProcessHardeningReport {
        // What the calls return doesn't matter, only what holds afterwards.
        _ = cprocess_forbid_core_files()
        _ = cprocess_forbid_dumping()
        return ProcessHardeningReport(
            isDumpable: cprocess_dumpable() != 0, allowsCoreFiles: cprocess_allows_core_files() != 0)
    }
}
