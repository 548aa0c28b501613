import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SessionsContract
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct NoticeRoutesTests {
    private let ada = User.sample(), eve = User.sample(email: "eve@example.com")
    private let server: SessionServer

    init() async throws {
        server = try SessionServer(try await RunningSessions())
    }

    private func notices(as device: SessionServer.Device) async throws -> [SecurityNoticeMessage] {
        let answer = await server.ask(.get, SessionsPath.notices, as: device)
        #expect(answer.status == .ok && answer.fields[.cacheControl] == "no-store")
        return try WireCoding.decoder().decode(SecurityNoticesMessage.self, from: try await answer.collectBody()).items
    }

    private func markSeen(_ body: String, as device: SessionServer.Device?) async -> ServerResponse {
        var fields = device?.fields ?? HTTPFields()
        fields[.contentType] = "application/json"
        return await server.router.respond(
            to: .sample(.post, SessionsPath.seenNotices, fields: fields, body: Data(body.utf8)))
    }

    @Test(.requirement("SESS-11", "SESS-20")) func showsWhatHappenedTheLatestFirst() async throws {
        let laptop = try await server.logIn(ada)
        let phone = try await server.logIn(ada, on: SessionClient(device: "phone"))
        _ = try await server.logIn(eve)
        var items = try await notices(as: laptop)
        #expect(items.map(\.event) == ["suspicious_access"])
        #expect(items[0].suspicious && !items[0].seen && items[0].sessionID == phone.id && items[0].current == false)
        #expect(items[0].device == "phone" && items[0].location == "unknown" && items[0].reasons == ["new_device"])

        #expect(await server.ask(.post, SessionsPath.confirmation("\(phone.id)"), as: laptop).status == .noContent)
        #expect(try await notices(as: laptop).map(\.suspicious) == [false])
        #expect(await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop).status == .noContent)
        items = try await notices(as: laptop)
        #expect(items.map(\.event) == ["session_ended", "suspicious_access"] && items[0].id > items[1].id)
        #expect(items[0].reason == "terminated" && items[0].device == "phone" && items[0].reasons == nil)
    }

    @Test(.requirement("SESS-11", "PASSKEY-02", "MFA-05")) func showsWhatBecameOfWaysIn() async throws {
        let laptop = try await server.logIn(ada)
        try await server.sessions.database.write { db in
            try server.sessions.events.record(.wayInChanged(.secondFactor, .lost), of: ada.id, in: db)
            try server.sessions.events.record(.wayInChanged(.provider("Acme"), .removed), of: ada.id, in: db)
        }
        let items = try await notices(as: laptop)
        #expect(items.map(\.event) == ["way_in_changed", "way_in_changed"])
        #expect(
            items.map(\.wayIn) == [
                WayInMessage(way: "provider", change: "removed", provider: "Acme"),
                WayInMessage(way: "second_factor", change: "lost"),
            ])
        #expect(items.allSatisfy { $0.reason == nil && $0.reasons == nil && $0.device == nil && !$0.suspicious })
    }

    @Test func whatWasSeenIsSeenOnAllDevicesAndOnlyThat() async throws {
        let laptop = try await server.logIn(ada)
        let phone = try await server.logIn(ada, on: SessionClient(device: "phone"))
        let id = try #require(try await notices(as: laptop).first?.id)
        #expect(await markSeen("{\"id\":\(id)}", as: laptop).status == .noContent)
        #expect(try await notices(as: phone).map(\.seen) == [true])
        #expect(await markSeen("{\"id\":0}", as: phone).status == .noContent)
        #expect(try await notices(as: phone).map(\.seen) == [true], "it doesn't go back")
        #expect(await markSeen("{\"id\":9000000}", as: phone).status == .noContent)
        #expect(await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop).status == .noContent)
        #expect(try await notices(as: laptop).map(\.seen) == [false, true], "what is still to come isn't seen")
    }

    @Test func asksWhoIsThereAndForANumber() async throws {
        let laptop = try await server.logIn(ada)
        #expect(await server.ask(.get, SessionsPath.notices, as: nil).status == .unauthorized)
        #expect(await markSeen("{\"id\":1}", as: nil).status == .unauthorized)
        for body in ["", "{}", "{\"id\":\"1\"}", "[1]"] {
            #expect(await markSeen(body, as: laptop).status.rawValue / 100 == 4, "\(body)")
        }
    }
}
