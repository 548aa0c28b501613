import BenchKit
import Foundation

/// Programs in Python that measure themselves; none where it isn't installed.
enum PythonNeighbour {
    /// A program that is called with some words and how often to do its work.
    ///
    /// It prints the elapsed and the processor time of one operation, in
    /// microseconds, and the most memory that it had, in megabytes.
    static func contestant(_ name: String, _ program: String, _ arguments: String...) -> [Contestant] {
        guard isInstalled else {
            print("no \(name): apt-get install python3")
            return []
        }
        return [
            Contestant(elsewhere: name, .neighbour) { count in
                let text = try run(["-c", measuring + program] + arguments + ["\(count)"])
                let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                guard figures.count == 3 else { throw NeighbourFailure(step: -1) }
                return Sample(elapsed: figures[0], processor: figures[1], memory: figures[2])
            }
        ]
    }

    private static let isInstalled = (try? run(["-c", "import json, sqlite3; print(1)"])) == "1\n"

    private static func run(_ arguments: [String]) throws -> String {
        let program = Process(), output = Pipe()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = ["python3"] + arguments
        program.standardOutput = output
        program.standardError = FileHandle.nullDevice
        try program.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        program.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    private static let measuring = """
        import json, os, resource, sqlite3, sys, tempfile, time, uuid
        def measured(count, work, prepare=lambda: None):
            elapsed = processor = 0
            for _ in range(count):
                prepare()
                start, start_processor = time.perf_counter(), time.process_time()
                work()
                elapsed += time.perf_counter() - start
                processor += time.process_time() - start_processor
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            return elapsed * 1e6 / count, processor * 1e6 / count, memory

        """
}

extension PythonNeighbour {
    /// The same rows through Python's `sqlite3`.
    static func sql(_ operation: String) -> [Contestant] {
        contestant("Python's sqlite3", sqlProgram, operation)
    }

    private static let sqlProgram = """
        operation, count = sys.argv[1], int(sys.argv[2])
        rows = [(str(uuid.uuid4()), f"Picture {n} of a lake in the morning", f"Bled, Slovenia {n}",
                 f"https://example.com/image/{n}-86e7e3e4b8b6e0fa", 1700000000000 + n) for n in range(10000)]
        columns = "id, description, location, image, created_at"
        with tempfile.TemporaryDirectory() as folder:
            db = sqlite3.connect(os.path.join(folder, "python.db"), isolation_level=None)
            for name in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY"):
                db.execute(f"PRAGMA {name}")
            db.execute("CREATE TABLE pictures (id TEXT PRIMARY KEY, description TEXT, location TEXT,"
                       " image TEXT NOT NULL, created_at BIGINT NOT NULL)")
            def insert():
                db.execute("BEGIN IMMEDIATE")
                db.executemany(f"INSERT INTO pictures ({columns}) VALUES (?, ?, ?, ?, ?)", rows)
                db.execute("COMMIT")
            def look_up():
                for n in range(count):
                    db.execute(f"SELECT {columns} FROM pictures WHERE id = ?", (rows[n * 7919 % 10000][0],)).fetchone()
            if operation == "insert":
                print(*measured(count, insert, lambda: db.execute("DELETE FROM pictures")))
            elif operation == "read":
                insert()
                print(*measured(count, lambda: db.execute(f"SELECT {columns} FROM pictures").fetchall()))
            else:
                insert()
                elapsed, processor, memory = measured(1, look_up)
                print(elapsed / count, processor / count, memory)
        """
}

extension PythonNeighbour {
    /// The same page through Python's `json`.
    static func json(_ operation: String, items: Int) -> [Contestant] {
        contestant("Python's json", jsonProgram, operation, "\(items)")
    }

    private static let jsonProgram = """
        operation, items, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        ids = [str(uuid.uuid4()) for _ in range(items)]
        page = {"items": [{"description": f"Picture {n} of a lake in the morning", "id": ids[n],
                           "image": f"https://example.com/image/{ids[n]}", "location": "Bled, Slovenia"}
                          for n in range(items)]}
        text = json.dumps(page)
        def encode():
            return json.dumps(page, separators=(",", ":"), sort_keys=True)
        print(*measured(count, encode if operation == "encode" else lambda: json.loads(text)))
        """
}
