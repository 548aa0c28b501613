import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import Testing

/// The variables belong to the process, so each test is one of its own.
@Suite(.timeLimit(.minutes(15)))
struct ProxyTests {
    @Test func goesThroughTheProxyOfTheEnvironment() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackPeer(answering: answer("", status: "503 Service Unavailable"))
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let error = await failureWithoutATrace(of: "https://server.invalid/secret")
            #expect(error?.kind == .connectivity)
            #expect(proxy.requests.map(\.method.rawValue) == ["CONNECT"])
            #expect(proxy.requests.map(\.target) == ["server.invalid:443"])
        }
    }

    @Test func obeysTheExceptionsOfTheEnvironment() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackPeer(answering: answer("", status: "503 Service Unavailable"))
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            setenv("no_proxy", "server.invalid", 1)
            let error = await failureWithoutATrace(of: "https://server.invalid/")
            #expect(error?.kind == .connectivity)
            #expect(proxy.connectionCount == 0)
        }
    }

    @Test func reachesThisMachineWithoutAProxy() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackPeer(answering: answer("proxy"))
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            setenv("no_proxy", "", 1)
            let peer = try LoopbackPeer(answering: answer("direct"))
            let owner = Transport()
            let response = try await owner.transport.send(HTTPRequest(url: peer.url()))
            await owner.stop()
            #expect(response.body == Data("direct".utf8))
            #expect(proxy.connectionCount == 0)
        }
    }

    @Test func keepsItsWayForRequestsThatFollowOneAnother() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackPeer(answering: answer("", status: "503 Service Unavailable"))
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let peer = try LoopbackPeer(answering: answer("direct"))
            let owner = Transport()
            for count in 1...3 {
                let response = try await owner.transport.send(
                    HTTPRequest(url: peer.url(), fields: ["Authorization": "secret"]))
                #expect(response.body == Data("direct".utf8))
                let error = await failure { try await owner.transport.send(HTTPRequest(url: try url(remote))) }
                #expect(error?.kind == .connectivity)
                #expect(proxy.requests.count == count)
            }
            await owner.stop()
            for request in proxy.requests {
                #expect(request.target == "server.invalid:443" && request.fields["Authorization"] == nil)
                #expect(request.fields["User-Agent"] == "essential-tests/1.0")
            }
        }
    }

    @Test func saysNothingOfTheProxysPassword() async throws {
        await #expect(processExitsWith: .success) {
            for address in ["http://user:word-7f3a@proxy.invalid:1", "bogus://user:word-7f3a@proxy.invalid:1"] {
                setenv("https_proxy", address, 1)
                let error = await failureWithoutATrace(of: "https://server.invalid/")
                #expect(error?.kind == .connectivity, "\(String(describing: error))")
                #expect(!"\(String(describing: error))".contains("7f3a"))
            }
        }
    }
}

private let remote = "https://server.invalid/"

/// The error of a request, after which no thread is left: the process ends at
/// once, and a sanitizer takes what the thread still holds for a leak.
private func failureWithoutATrace(of address: String) async -> HTTPTransportError? {
    let owner = Transport()
    let error = await failure { try await owner.transport.send(HTTPRequest(url: try url(address))) }
    await owner.stop()
    return error
}
