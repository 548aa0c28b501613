"""What a page has to be for everybody, however they look at it."""
import importlib.resources
import itertools
import json
import os
import sys

WIDTHS = [360, 768, 1280]
USUAL = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none",
         "reduced_motion": "no-preference"}
# What people may ask of a page; where colours aren't what they ask for, it is dark at every other width.
WISHES = {
    "light": {}, "dark": {"color_scheme": "dark"}, "more contrast": {"contrast": "more"},
    "forced colours": {"forced_colors": "active"}, "reduced motion": {"reduced_motion": "reduce"},
}
# Whether each page is looked at in each way. Otherwise it is in every other one, and in the rest where it speaks another
# language: no width and no wish is left out. At night it is.
LOOKS_IN_EACH_WAY = "ESSENTIAL_LOOKS" in os.environ
# What is kept for people to see, if somebody wants that, beside whatever is wrong.
SHOWN = [("light", 360), ("dark", 1280)] if "ESSENTIAL_PAGES" in os.environ else []
AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# The rules that judge how something is drawn, and not only what is there.
DRAWN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "skip-link"]
# All that axe-core asks a browser of what is there, of how it is drawn, and of what only styles create: it reads no others.
STYLES = {
    "there": ["display", "visibility", "content-visibility", "position", "clip", "clip-path", "overflow", "pointer-events"],
    "drawn": [
        "color", "background-color", "background-image", "opacity", "filter", "mix-blend-mode", "isolation", "transform",
        "perspective", "contain", "will-change", "float", "z-index", "direction", "white-space", "font-family", "font-size",
        "font-style", "font-weight", "text-decoration", "text-indent", "text-shadow", "-webkit-text-fill-color",
        "-webkit-text-stroke-color", "-webkit-text-stroke-width", "mask", "mask-image", "mask-border", "outline", "padding",
        "border-top", "border-right", "border-bottom", "border-left"],
    "created": ["content", "display", "position", "width", "height", "background-color", "background-image", "opacity"],
}
# What axe-core finds in the page as it is shown now. What it found before where all that it asks for was the same, it finds
# again, so it isn't asked: each of the two groups of rules judges once whatever is the same to it.
RUN_AXE = """async ([styles, drawn]) => {
    const there = [innerWidth, document.documentElement.outerHTML], look = [];
    const read = (style, names) => names.map(name => style.getPropertyValue(name)).join();
    for (const one of document.querySelectorAll('*')) {
        const style = getComputedStyle(one), {left, right, top, bottom, width, height} = one.getBoundingClientRect();
        there.push(read(style, styles.there), style.opacity == 0, width < 2, height < 2, right <= 0, bottom <= 0,
            left >= innerWidth);
        look.push(read(style, styles.drawn), left, right, top, bottom);
        for (const part of ['::before', '::after']) {
            const created = getComputedStyle(one, part);
            there.push(created.content);
            if (created.content !== 'none') look.push(read(created, styles.created));
        }
    }
    const ask = async options =>
        (await axe.run({preload: false, resultTypes: ['violations'], selectors: false, ...options})).violations.map(
            found => found.id + ': ' + found.help + ' ' + found.nodes.map(node => node.html).join(' '));
    const known = window.foundByAxe ??= new Map();
    const find = async (key, options) => known.get(key) ?? known.set(key, await ask(options)).get(key);
    const others = Object.fromEntries(drawn.map(rule => [rule, {enabled: false}]));
    return [...await find(there.join(), {rules: others}), ...await find([...there, ...look].join(), {runOnly: drawn})];
}"""
IS_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
MOVING = """() => document.getAnimations().map(it => 'moves: ' + (it.animationName ?? it.transitionProperty))"""
# What has the focus, whether it is in a form, and whether one sees it.
FOCUS = """() => { const it = document.activeElement; const style = getComputedStyle(it);
    return [(it.name || it.className || it.tagName).replace(/^secret-/, ''), it.closest('form') !== null,
        style.outlineStyle != 'none' && parseFloat(style.outlineWidth) >= 2]; }"""


# So that a page looks the same on every machine, to the pixel.
DRAWING = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--disable-gpu",
           "--disable-skia-runtime-opts"]
FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts.conf")


# Debian's Chromium, which has no sandbox for root; and containers have little shared memory.
BROWSER = {"executablePath": "/usr/bin/chromium", "env": {**os.environ, "FONTCONFIG_FILE": FONTS}, "args": [
    "--no-sandbox", "--disable-dev-shm-usage", "--use-fake-device-for-media-stream", *DRAWING]}
# The same without the windows of a desktop, which takes a fifth of the processor's time less: it shows pages as the other
# does, and has no cameras, nobody who is asked for permissions, and no pages to go back to.
SHELL = {**BROWSER, "executablePath": "/usr/bin/chromium-headless-shell"}


def reach(playwright, patience):
    """The browser that is shared with others, at the address that the program is given first (see browser.py)."""
    return playwright.chromium.connect(sys.argv[1], timeout=patience)


def complaint(message):
    """What a browser says that something is wrong with a page; nothing of an answer that is a problem."""
    # What tells of changes may be cut off, and begins again.
    if "/live?" in message.location.get("url", ""):
        return None
    if message.type == "error" and "the server responded with a status" not in message.text:
        return f"console: {message.text}"


def people():
    """Who steers a browser, one after another: the first line of each, and what is ordered in the lines that follow.

    An empty line says that somebody leaves, and is answered by one when all of theirs is closed.
    """
    while line := sys.stdin.readline():
        orders = itertools.takewhile(lambda it: it != "\n", iter(sys.stdin.readline, ""))
        yield json.loads(line), map(json.loads, orders)
        # Also what nobody listened to.
        for _ in orders:
            pass
        print(flush=True)


def look(page, path, language):
    """What is wrong with a page that is shown, at all widths and whatever people ask for; afterwards it is as before."""
    problems, before = [], page.viewport_size
    page.evaluate(AXE)
    for index, width in enumerate(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate(IS_WIDE):
            problems.append(f"scrolls sideways at {width} pixels")
        for number, (name, wish) in enumerate(WISHES.items()):
            if not LOOKS_IN_EACH_WAY and (index + number + (language == "es")) % 2:
                continue
            dark = {"color_scheme": "dark"} if name != "light" and index % 2 else {}
            page.emulate_media(**{**USUAL, **dark, **wish})
            found = page.evaluate(RUN_AXE, [STYLES, DRAWN]) + (page.evaluate(MOVING) if name == "reduced motion" else [])
            problems += [f"{name}, {width} pixels: {it}" for it in found]
            if found or (name, width) in SHOWN:
                page.screenshot(path=f"{path}-{language}-{name}-{width}.png", full_page=True)
    page.emulate_media(**USUAL)
    page.set_viewport_size(before)
    return problems
