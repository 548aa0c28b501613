extension Canvas {
    /// Lays a sheet of paper on top; it casts a soft shadow to the lower right.
    ///
    /// - Parameter inside: how far inside the sheet's outline a place is,
    ///   negative outside.
    @inline(__always) mutating func paper(
        _ box: Box, _ colour: Colour, lift: Float = 0.012, seed: Int, _ inside: (_ x: Lanes, _ y: Float) -> Lanes
    ) {
        let grain = Noise(seed)
        let side = pixel
        let spread = 1 / (lift * 2.4)
        let wide = Box(
            left: box.left - lift * 3, top: box.top - lift * 3, right: box.right + lift * 3,
            bottom: box.bottom + lift * 3)
        retouch(wide) { x, y, light in
            let shadow = smoothstep(-0.5, 0.6, inside(x - lift * 0.7, y - lift * 0.6) * spread)
            light = light * (1 - shadow * 0.55)
            let depth = inside(x, y)
            guard any(depth .> -side) else { return }
            let fibre = grain.fbm(x * 70, Lanes(repeating: y * 70), octaves: 3, gain: 0.6)
            // The cut edge is lighter, as thick paper is.
            let edge = exp(max(depth, 0) * -420) * 0.22
            let sheet = Light(colour) * (1 + fibre * 0.09 + edge)
            light = light.mixed(sheet, clamp(depth * (1 / side) + 0.5))
        }
    }
}
