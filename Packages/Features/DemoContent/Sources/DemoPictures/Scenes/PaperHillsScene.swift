/// Hills, sun and birds cut from coloured paper.
struct PaperHillsScene: Scene {
    let seed: Int
    var sky: Palette
    var hills: Palette
    var disc: Colour
    var cloud: Colour
    var bird: Colour

    var film: Film { Film(tone: .plain, vignette: 0.12, grain: 1.5) }

    func paint(on canvas: inout Canvas) {
        let grain = Noise(seed)
        canvas.shade { x, y in
            sky[Lanes(repeating: y * 1.25)] * (1 + grain.fbm(x * 70, Lanes(repeating: y * 70), octaves: 3) * 0.06)
        }
        let sunX = canvas.aspect * 0.64
        for ring in 0..<4 {
            let radius = 0.37 - Float(ring) * 0.075
            let tone = sky[0.75].mixed(disc, 0.16 + 0.28 * Float(ring))
            canvas.paper(Box(around: sunX, 0.36, radius), tone, lift: 0.006, seed: seed + ring) { x, y in
                radius - length(x - sunX, Lanes(repeating: y - 0.36))
            }
        }
        paintClouds(on: &canvas)
        paintBirds(on: &canvas)
        for layer in 0..<7 { paintHill(on: &canvas, layer) }
    }

    private func paintHill(on canvas: inout Canvas, _ layer: Int) {
        let noise = Noise(seed + layer * 3)
        let near = Float(layer) / 6
        let colour = hills[near]
        let level = 0.5 + near * 0.42
        let steep = 0.8 + (1 - near) * 1.1
        func line(_ x: Lanes) -> Lanes {
            let broad = noise(x * (0.75 * steep) + Float(layer) * 9, Lanes(repeating: 0.5))
            let fine = noise(x * (2.3 * steep), Lanes(repeating: 4.5))
            return level - broad * 0.2 - fine * (layer < 3 ? 0.07 : 0.025)
        }
        if layer >= 2 { paintTrees(on: &canvas, layer, near, colour, line) }
        canvas.paper(.rows(level - 0.3, 1.1), colour, lift: 0.014 + near * 0.008, seed: seed + 40 + layer) { x, y in
            // Distances to a sloping line are shorter than straight down.
            (Lanes(repeating: y) - line(x)) * 0.9
        }
    }

    private func paintTrees(
        on canvas: inout Canvas, _ layer: Int, _ near: Float, _ colour: Colour, _ line: (Lanes) -> Lanes
    ) {
        var random = SplitMix64(seed + layer * 17)
        for _ in 0..<(13 - layer) {
            let x = random.between(0, canvas.aspect)
            let foot = line(Lanes(repeating: x))[0] + 0.015
            let tall = random.between(0.05, 0.085) * (0.5 + near)
            let tone = colour.mixed(hills[clamp(near + 0.22)], 0.55)
            if random.unit() < 0.55 {
                let half = tall * 0.27
                canvas.paper(
                    Box(left: x - half, top: foot - tall, right: x + half, bottom: foot), tone, lift: 0.006,
                    seed: seed + layer
                ) { px, py in
                    let down = (py - foot + tall) / tall
                    let tier = fraction(Lanes(repeating: down * 2.999))
                    let wide = (tier * 0.55 + 0.25 + down * 0.32) * half
                    return min(wide - (px - x).magnitudes, Swift.min(py - foot + tall, foot - py))
                }
            } else {
                let radius = tall * 0.33
                canvas.paper(
                    Box(left: x - radius, top: foot - tall, right: x + radius, bottom: foot), tone, lift: 0.006,
                    seed: seed + layer
                ) { px, py in
                    let crown = radius - length(px - x, Lanes(repeating: (py - foot + tall - radius) * 0.85))
                    let stem = min(tall * 0.035 - (px - x).magnitudes, Swift.min(foot - py, py - foot + tall * 0.6))
                    return max(crown, stem)
                }
            }
        }
    }

    private func paintClouds(on canvas: inout Canvas) {
        var random = SplitMix64(seed + 3)
        for index in 0..<5 {
            let x = canvas.aspect * ([0.1, 0.36, 0.78, 0.95, 0.55][index])
            let y: Float = [0.16, 0.29, 0.1, 0.33, 0.47][index]
            let size = random.between(0.045, 0.07)
            let bumps = (0..<4).map { bump in
                (
                    x: (Float(bump) - 1.5) * size * 0.95,
                    r: size * (bump == 1 || bump == 2 ? random.between(0.75, 1) : random.between(0.45, 0.6))
                )
            }
            let box = Box(left: x - size * 2.4, top: y - size, right: x + size * 2.4, bottom: y + size * 0.4)
            canvas.paper(box, cloud, lift: 0.011, seed: seed + index) { px, py in
                var depth = Lanes(repeating: -1)
                for bump in bumps { depth = max(depth, bump.r - length(px - x - bump.x, Lanes(repeating: py - y))) }
                return min(depth, y + size * 0.28 - py)
            }
        }
    }

    private func paintBirds(on canvas: inout Canvas) {
        var random = SplitMix64(seed + 8)
        for _ in 0..<7 {
            let x = canvas.aspect * 0.3 + random.bell() * 0.13
            let y = 0.22 + random.bell() * 0.05
            let size = random.between(0.013, 0.022)
            for side: Float in [-1, 1] {
                canvas.line(x, y, x + side * size, y - size * 0.55, width: size * 0.3, to: size * 0.1, bird)
                canvas.line(
                    x + side * size, y - size * 0.55, x + side * size * 1.8, y - size * 0.3, width: size * 0.14,
                    to: 0.0005, bird)
            }
        }
    }
}
