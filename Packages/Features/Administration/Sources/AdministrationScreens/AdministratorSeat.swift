import AdministrationAPI
import ScreensAPI

/// Who may be at an administrators' page: to all others there is none.
struct AdministratorSeat: Sendable {
    let standing: Scoped<any AdministratorStanding>
    let administrating: Scoped<any Administrating>

    /// Whether somebody is an administrator, however long ago they proved who they are.
    func isThere(at browser: Browser) async -> Bool {
        do {
            _ = try await standing(at: browser).administrator()
            return true
        } catch AdministrationError.authenticationNeeded {
            return true
        } catch {
            return false
        }
    }

    /// What the administrator at a browser sees and does.
    ///
    /// - Throws: `absent` to whoever isn't one any more; what else is in the way.
    func callAsFunction<Value: Sendable>(
        _ request: ScreenRequest, _ body: (any Administrating) async throws -> Value
    ) async throws -> Value {
        do {
            return try await body(try await administrating(at: request.browser))
        } catch AdministrationError.notAdministrator {
            throw ScreenFailure.absent
        } catch AdministrationError.notLoggedIn {
            throw ScreenFailure.absent
        }
    }

    /// A page for administrators.
    func screen(
        _ route: ScreenRoute, sensitive: [Sensitivity] = [], actions: [ScreenAction] = [],
        show: @escaping @Sendable (ScreenRequest, any Administrating) async throws -> ScreenContents
    ) -> Screen {
        Screen(
            route, isThere: { await isThere(at: $0) }, sensitive: sensitive,
            limit: ScreenLimit("administration-pages", forms: 60), actions: actions
        ) { request in
            try await self(request) { desk in try await show(request, desk) }
        }
    }

    /// What is done on such a page.
    func action(
        _ name: StaticString,
        perform: @escaping @Sendable (ScreenSubmission, any Administrating) async throws -> ScreenOutcome
    ) -> ScreenAction {
        ScreenAction(name) { sent in
            try await self(sent.request) { desk in try await perform(sent, desk) }
        }
    }
}
