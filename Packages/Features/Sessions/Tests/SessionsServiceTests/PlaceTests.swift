import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import MailAPI
import MailTesting
import PlacesAPI
import PlacesTesting
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// Sessions of a server that knows where networks are, and of one that doesn't.
struct PlaceTests {
    private static func place(_ city: String, _ code: String, _ latitude: Double, _ longitude: Double) -> Place {
        Place(
            city: LocalizedText(verbatim: city), country: Country(code: code),
            point: GeographicPoint(latitude: latitude, longitude: longitude, accuracy: 20))
    }

    private static let places = PlacesFake([
        "192.0.2.1": place("Madrid", "ES", 40.4, -3.7), "192.0.2.99": place("Madrid", "ES", 40.4, -3.7),
        "198.51.100.1": place("東京", "JP", 35.7, 139.7),
    ])
    private let ada = User.sample()

    private func client(_ address: String, device: String = "laptop", key: String? = nil) -> SessionClient {
        SessionClient(device: device, userAgent: "essential/1", address: IPAddress(address), keyThumbprint: key)
    }

    private func answer(of server: SessionServer, to device: SessionServer.Device) async throws -> SessionListMessage {
        let answer = await server.ask(.get, SessionsPath.sessions, as: device)
        return try WireCoding.decoder().decode(SessionListMessage.self, from: try await answer.collectBody())
    }

    @Test(.requirement("SESS-22")) func theListSaysWhetherPlacesAreKnown() async throws {
        let without = try SessionServer(try await RunningSessions())
        let silent = try await answer(of: without, to: try await without.logIn(ada, on: client("192.0.2.1")))
        #expect(silent.knowsPlaces == false && silent.items.allSatisfy { $0.location == "unknown" && $0.place == nil })
        let server = try SessionServer(try await RunningSessions(locators: [Self.places]))
        let known = try await answer(of: server, to: try await server.logIn(ada, on: client("198.51.100.1")))
        #expect(known.knowsPlaces == true)
        #expect(known.items[0].place == PlaceMessage(english: "東京, JP", spanish: "東京, JP", country: "JP"))
    }

    /// A file that is replaced in the middle: each address is asked about once.
    @Test(.requirement("SESS-22")) func aPlaceThatIsForgottenMeanwhileEndsNoServer() async throws {
        let server = try SessionServer(try await RunningSessions(locators: [ForgetfulPlaces()]))
        let ada = try await server.logIn(ada, on: client("192.0.2.1"))
        for _ in 0..<4 { #expect(try await answer(of: server, to: ada).items.count == 1) }
    }

    /// Knows a place every other time.
    private final class ForgetfulPlaces: PlaceLocating {
        private let calls = Locked(0)

        func place(of address: IPAddress) -> Place? {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return call.isMultiple(of: 2) ? nil : PlaceTests.place("Madrid", "ES", 40.4, -3.7)
        }
    }

    /// On the same device, which alone would be like the person.
    @Test(.requirement("SESS-10", "SESS-11", "SESS-22")) func anotherCountryIsToldByLetterAndEvent() async throws {
        let server = try SessionServer(try await RunningSessions(locators: [Self.places]))
        let home = try await server.logIn(ada, on: client("192.0.2.1"))
        let events = try await server.events(as: home)
        #expect(try await events.next()?.name == "ready")
        server.sessions.date.advance(by: .seconds(86_400))
        _ = try await server.logIn(ada, on: client("192.0.2.99"))
        #expect(server.sessions.mail.messages.isEmpty)
        let away = try await server.logIn(ada, on: client("198.51.100.1"))
        let event = try #require(try await events.next())
        #expect(event.message?.reasons == ["new_network", "unusual_place", "impossible_travel"])
        #expect(event.message?.location == "東京, JP" && event.message?.place?.country == "JP")
        #expect(server.sessions.mail.messages.map { $0.text.contains("198.51.100.1, 東京, JP") } == [true])
        let again = try await server.logIn(ada, on: client("192.0.2.1"))
        #expect(await server.ask(.post, SessionsPath.confirmation("\(away.id)"), as: again).status == .noContent)
        server.sessions.date.advance(by: .seconds(60))
        _ = try await server.logIn(ada, on: client("198.51.100.1"))
        #expect(server.sessions.mail.messages.count == 1, "it is a place of the person's from then on")
    }

    @Test(.requirement("SESS-10", "SESS-22")) func whoProvesTheKeyOfAKnownDeviceTravels() async throws {
        let server = try SessionServer(try await RunningSessions(locators: [Self.places]))
        _ = try await server.logIn(ada, on: client("192.0.2.1", key: "k"))
        _ = try await server.logIn(ada, on: client("198.51.100.1", key: "k"))
        #expect(server.sessions.mail.messages.isEmpty)
        _ = try await server.logIn(ada, on: client("198.51.100.1", key: "l"))
        #expect(server.sessions.mail.messages.isEmpty, "the device brought the person there")
    }

    /// What is known of a place is asked each time, and stands in no table.
    @Test(.requirement("SESS-22")) func noPlaceIsKept() async throws {
        let server = try SessionServer(try await RunningSessions(locators: [Self.places]))
        _ = try await server.logIn(ada, on: client("198.51.100.1"))
        let other = try SessionServer(try await RunningSessions(store: server.sessions.store))
        let seen = try await answer(of: other, to: try await other.logIn(ada, on: client("192.0.2.1")))
        #expect(seen.items.allSatisfy { $0.place == nil })
    }
}
