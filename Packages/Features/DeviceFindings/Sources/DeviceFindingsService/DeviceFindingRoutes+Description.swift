import DeviceIntegrityAPI
import HTTPServingAPI
import SessionsServiceAPI

extension RouteDescription {
    static var tellDeviceFinding: RouteDescription {
        RouteDescription(
            "tellDeviceFinding", .sessions, "Tell that the device or the program was tampered with",
            """
            What a client found wrong with its device or its own program when it started, as an event of the session: the
            audit trail has it once for each session and finding, as critical, and the same told again changes nothing.
            Nothing else follows: the session goes on. Whoever controls a device can keep its client from telling, or have
            it tell what isn't so.
            """,
            body: .json(.deviceFinding, example: ["kind": "preloaded_library"]),
            answers: [
                .noContent("The server has it."),
                .invalidData(
                    .invalidData([.unknownFinding]), "`kind` is none that this server knows (`unknown_finding`)."),
                .unavailable,
            ])
    }
}

extension Schema {
    fileprivate static var deviceFinding: Schema {
        Schema.object(
            .required("kind", .values(of: IntegrityFinding.Kind.self), "What was found; later clients may find more.")
        ).named("DeviceFinding")
    }
}
