public import Testing

/// Expects that nothing keeps the object alive once `body` has returned.
///
/// `body` builds the object under test, uses it, and returns it; a retain
/// cycle or a forgotten task would keep it alive.
public func expectRelease<Object: AnyObject>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Object
) async rethrows {
    let isReleased = try await isReleased(body)
    #expect(isReleased, "something still keeps \(Object.self) alive", sourceLocation: sourceLocation)
}

/// Whether the object that `body` returns goes once nobody uses it any more.
public func isReleased<Object: AnyObject>(_ body: () async throws -> Object) async rethrows -> Bool {
    weak let object = try await body()
    return object == nil
}
