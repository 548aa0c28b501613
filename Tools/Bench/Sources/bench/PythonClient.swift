import BenchKit
import Foundation

/// aiohttp, in a process of its own that measures itself.
struct PythonClient: Sendable {
    private static let python = "/usr/bin/python3"

    private static let program = """
        import asyncio, sys, time, aiohttp
        url, count, in_flight = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        async def ask(session, numbers):
            for _ in numbers:
                async with session.get(url, headers={"Accept": "application/json"}) as answer:
                    await answer.read()
        async def run():
            async with aiohttp.ClientSession() as session:
                async def ask_for(count):
                    numbers = iter(range(count))
                    await asyncio.gather(*[ask(session, numbers) for _ in range(in_flight)])
                await ask_for(in_flight)
                elapsed, processor = time.perf_counter(), time.process_time()
                await ask_for(count)
                print((time.perf_counter() - elapsed) / count * 1e6, (time.process_time() - processor) / count * 1e6)
        asyncio.run(run())
        """

    /// Finds it; nil where it isn't installed.
    init?() {
        guard installed("python3") != nil,
            (try? Command.output(of: Self.python, ["-c", "import aiohttp; print(1)"])) == "1\n"
        else {
            print("  without aiohttp: apt-get install python3-aiohttp")
            return nil
        }
    }

    func contestant(asking address: String, _ inFlight: Int) -> Contestant {
        Contestant(elsewhere: "aiohttp", .neighbour) { count in
            let text = try Command.output(of: Self.python, ["-c", Self.program, address, "\(count)", "\(inFlight)"])
            let figures = text.split { $0.isWhitespace }.compactMap { Double($0) }
            guard figures.count == 2 else { throw BenchServer.Failure(reason: "aiohttp fails") }
            return Sample(elapsed: figures[0], processor: figures[1])
        }
    }
}
