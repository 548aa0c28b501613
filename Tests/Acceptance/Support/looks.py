"""What a page has to be for everybody, however they look at it."""
import importlib.resources
import os

WIDTHS = [360, 768, 1280]
USUAL = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none",
         "reduced_motion": "no-preference"}
# What people may ask of a page; where colours aren't what they ask for, it is dark at every other width.
WISHES = {
    "light": {}, "dark": {"color_scheme": "dark"}, "more contrast": {"contrast": "more"},
    "forced colours": {"forced_colors": "active"}, "reduced motion": {"reduced_motion": "reduce"},
}
# What is kept for people to see.
SHOWN = [("light", 360), ("dark", 1280)]
AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run({preload: false, resultTypes: ['violations']})).violations.map(
    found => found.id + ': ' + found.help + ' ' + found.nodes.map(node => node.html).join(' '))"""
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


def launch(playwright, patience, *arguments):
    """Debian's Chromium, which has no sandbox for root; and containers have little shared memory."""
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", *DRAWING, *arguments],
        timeout=patience, env={**os.environ, "FONTCONFIG_FILE": FONTS})


def complaint(message):
    """What a browser says that something is wrong with a page; nothing of an answer that is a problem."""
    # What tells of changes may be cut off, and begins again.
    if "/live?" in message.location.get("url", ""):
        return None
    if message.type == "error" and "the server responded with a status" not in message.text:
        return f"console: {message.text}"


def look(page, path):
    """What is wrong with a page that is shown, at all widths and whatever people ask for; afterwards it is as before."""
    problems, before = [], page.viewport_size
    page.evaluate(AXE)
    for index, width in enumerate(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate(IS_WIDE):
            problems.append(f"scrolls sideways at {width} pixels")
        for name, wish in WISHES.items():
            dark = {"color_scheme": "dark"} if name != "light" and index % 2 else {}
            page.emulate_media(**{**USUAL, **dark, **wish})
            found = page.evaluate(RUN_AXE) + (page.evaluate(MOVING) if name == "reduced motion" else [])
            problems += [f"{name}, {width} pixels: {it}" for it in found]
            if (name, width) in SHOWN:
                page.screenshot(path=f"{path}-{name}-{width}.png", full_page=True)
    page.emulate_media(**USUAL)
    page.set_viewport_size(before)
    return problems
