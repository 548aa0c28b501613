import BenchKit
import Testing

struct BenchOptionsTests {
    @Test func readsWhatIsAskedFor() throws {
        let options = try BenchOptions(["sql", "--rounds", "3", "--json", "out", "http"], suites: ["sql", "http"])
        #expect(options.suites == ["sql", "http"] && options.rounds == 3 && options.json == "out" && !options.lists)
    }

    @Test func namesTheSuitesOfAKindByItsFirstWord() throws {
        let known = ["http-client", "start-up", "http-server", "httpd"]
        #expect(try BenchOptions(["http"], suites: known).suites == ["http-client", "http-server"])
    }

    @Test func readsWhatIsToBeComparedOrRepeated() throws {
        let comparison = try BenchOptions(["--compare", "a", "b"], suites: []).comparison
        #expect(comparison?.base == "a" && comparison?.head == "b")
        let options = try BenchOptions(["sql", "--repeat", "a row", "7"], suites: ["sql"])
        #expect(options.repetition?.name == "a row" && options.repetition?.count == 7)
    }

    @Test(arguments: [
        (["--compare", "a"], "--compare needs a value."),
        (["--repeat", "a", "b"], "--repeat takes a number from 1 to 1000000, not 'b'."),
        (["sq"], "there is no suite 'sq'. There are: sql, http."), (["--rounds"], "--rounds needs a value."),
        (["--rounds", "0"], "--rounds takes a number from 1 to 1000, not '0'."),
    ])
    func refusesWhatItCantDo(_ words: [String], _ reason: String) {
        let problem = #expect(throws: BenchOptions.Problem.self) {
            try BenchOptions(words, suites: ["sql", "http"])
        }
        #expect(problem?.description == reason)
    }

    @Test func quantilesAreInterpolated() {
        let spread = Spread(of: [4, 1, 3, 2])
        #expect(spread.median == 2.5)
        #expect(abs(spread.p10 - 1.3) < 1e-9 && abs(spread.p90 - 3.7) < 1e-9)
        #expect(Spread(of: [7]) == Spread(of: [7, 7, 7]))
    }
}
