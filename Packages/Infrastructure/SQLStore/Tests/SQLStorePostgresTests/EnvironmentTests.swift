import Glibc
import KernelTesting
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

/// Whoever's shell a server is started from: only what is configured counts.
struct EnvironmentTests {
    @Test(.requirement("SCALE-01"), .timeLimit(.minutes(1))) func noVariableChangesWhereAConnectionLeadsOrHow() async {
        await #expect(processExitsWith: .success) {
            let server = try await PostgresServer()
            for (name, value) in [
                ("PGHOST", "192.0.2.1"), ("PGHOSTADDR", "192.0.2.1"), ("PGPORT", "1"), ("PGUSER", "nobody"),
                ("PGSERVICE", "missing"), ("PGSERVICEFILE", "/dev/null"), ("PGSYSCONFDIR", "/dev/null"),
                ("PGOPTIONS", "-c work_mem=77MB"), ("PGTZ", "Asia/Tokyo"), ("PGDATESTYLE", "German"),
                ("PGGEQO", "off"), ("PGREQUIREPEER", "nobody"), ("PGSSLMODE", "verify-full"),
                ("PGSSLMINPROTOCOLVERSION", "TLSv9"), ("PGTARGETSESSIONATTRS", "standby"),
                ("PGCHANNELBINDING", "require"), ("PGAPPNAME", "other"), ("PGREQUIREAUTH", "gss"),
                ("PGPASSWORD", "hunter2"), ("PATHS", "kept"),
            ] {
                setenv(name, value, 1)
            }
            let settings = try server.settings()
            let found = try await PostgresDatabase.administer(
                settings,
                """
                SELECT concat_ws(' ', current_setting('geqo'), current_setting('application_name'), current_user,
                    current_setting('work_mem') = '77MB', current_setting('TimeZone') = 'Asia/Tokyo',
                    current_setting('DateStyle') LIKE 'German%')
                """)
            #expect(found == "on essentiald essential f f f")
            for name in ["PGHOSTADDR", "PGPASSWORD", "PGTZ"] { #expect(getenv(name) == nil, "\(name)") }
            #expect(getenv("PATHS") != nil)
            await server.stop()
        }
    }
}
