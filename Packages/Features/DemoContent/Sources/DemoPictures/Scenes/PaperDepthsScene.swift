/// Sheets of paper with ever smaller holes, one above the other.
struct PaperDepthsScene: Scene {
    let seed: Int
    /// From the deepest sheet to the topmost.
    var sheets: Palette
    var count: Int

    var film: Film { Film(tone: .plain, vignette: 0.15, grain: 1.5) }

    func paint(on canvas: inout Canvas) {
        let shape = Noise(seed)
        let grain = Noise(seed + 1)
        let unit = 1 / canvas.pixel
        let half = canvas.aspect / 2
        let steps = Float(count)
        canvas.shade { x, y in
            let warpX = shape.slopes(x * 1.6 + 5, Lanes(repeating: y * 1.6))
            let warpY = shape.slopes(x * 1.6, Lanes(repeating: y * 1.6 + 9))
            let px = (x + warpX.value * 0.42) * 1.75
            let py = (y + warpY.value * 0.42) * 1.75
            let broad = shape.slopes(px, py)
            let fine = shape.slopes(px * 2.1 + 3, py * 2.1)
            let off = length((x - half) * 0.8, Lanes(repeating: y - 0.5))
            let field = broad.value * 0.72 + fine.value * 0.28 + off * off * 1.15
            let level = max(field * 1.15 - 0.2, 0) * steps
            let sheet = min(floor(level), steps - 1)
            let above = sheet + 1 - level
            // How steep the field is tells how far the next edge is.
            let gx = broad.dx * 1.26 + fine.dx * 1.03
            let gy = broad.dy * 1.26 + fine.dy * 1.03
            let steep = length(gx, gy) * (1.25 * steps) + 0.6
            let distance = above / steep
            let towards = (gx * 0.75 + gy * 0.66) / (length(gx, gy) + 1e-4)
            // Light comes from the upper left: edges there cast their shadow in.
            let reach = 0.026 * (1 - towards * 0.75)
            // Nothing lies above the topmost sheet.
            let isCovered = clamp(steps - 1 - sheet)
            let shadow = exp(distance / (reach + 0.002) * -1) * isCovered * 0.7
            let fibre = grain.fbm(x * 70, Lanes(repeating: y * 70), octaves: 3, gain: 0.6) * 0.08
            let inner = (level - sheet) / steep
            let edge = exp(inner * -480) * 0.25
            let here = sheets[sheet * (1 / (steps - 1))] * ((1 - shadow) * (1 + fibre + edge))
            let upper = sheets[(sheet + 1) * (1 / (steps - 1))] * (1.25 + fibre)
            return here.mixed(upper, clamp(0.5 - distance * unit) * isCovered)
        }
    }
}
