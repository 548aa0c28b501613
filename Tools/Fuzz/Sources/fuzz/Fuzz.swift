import ConfigurationFuzzing
import ConsoleFuzzing
import CoreModelsFuzzing
import CryptographyFuzzing
import Dispatch
import FeedFuzzing
import FoundationEssentials
import Glibc
import HTTPServingFuzzing
import KernelTesting
import MailFuzzing
import PasskeysFuzzing
import PicturesFuzzing
import ProofOfPossessionFuzzing
import SecureStorageFuzzing
import SessionsFuzzing

/// All readers that are tried.
private let readers: [FuzzedReader] =
    ConfigurationFuzzing.readers
    + ConsoleFuzzing.readers
    + CoreModelsFuzzing.readers
    + CryptographyFuzzing.readers
    + FeedFuzzing.readers
    + HTTPServingFuzzing.readers
    + MailFuzzing.readers
    + PasskeysFuzzing.readers
    + PicturesFuzzing.readers
    + ProofOfPossessionFuzzing.readers
    + SecureStorageFuzzing.readers
    + SessionsFuzzing.readers

#if FUZZING

/// The reader that the variable `FUZZ_READER` names.
private let chosen: FuzzedReader = {
    let name = getenv("FUZZ_READER").map { String(cString: $0) }
    guard let reader = readers.first(where: { $0.name == name }) else {
        print("FUZZ_READER names none of: \(readers.map(\.name).joined(separator: ", ")).")
        exit(2)
    }
    return reader
}()

/// What libFuzzer calls with each input
/// (<https://llvm.org/docs/LibFuzzer.html>).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let isRead = DispatchSemaphore(value: 0)
    Task.immediate {
        await chosen.read(bytes)
        isRead.signal()
    }
    isRead.wait()
    return 0
}

#else

/// Lists the readers with their corpora, or reads files with one of them:
/// what a fuzzer found can be looked at in a debugger.
@main
enum Fuzz {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let name = words.first else {
            for reader in readers { print("\(reader.name) \(reader.corpus)") }
            return
        }
        guard let reader = readers.first(where: { $0.name == name }) else {
            print("There is no reader “\(name)”. There are: \(readers.map(\.name).joined(separator: ", ")).")
            exit(2)
        }
        for file in words.dropFirst() {
            await reader.read([UInt8](try Data(contentsOf: URL(filePath: file))))
            print("\(file): read")
        }
    }
}

#endif
