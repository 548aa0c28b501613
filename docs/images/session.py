#!/usr/bin/env python3
"""Draws a real session of `essential` as an SVG, for the README.

usage: session.py BIN OUT.svg     BIN: the folder with both programs

It starts a server with demo content, runs commands in a pseudo-terminal that
shows pictures, and draws what they print. Standard library only.
"""
import base64
import fcntl
import glob
import html
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

COLUMNS = 108
PICTURE_LINES = 9
CELL_WIDTH, LINE_HEIGHT, FONT_SIZE, MARGIN, BAR = 8.4, 19, 14, 18, 34
STYLE = """
    .window { fill: #ffffff; stroke: #d0d7de } .bar { fill: #f6f8fa }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
    .bold { font-weight: 600 } .faint { fill: #6e7781 } .red { fill: #cf222e } .green { fill: #1a7f37 }
    .yellow { fill: #9a6700 } .blue { fill: #0969da } .cyan { fill: #1b7c83 } .prompt { fill: #8250df }
    @media (prefers-color-scheme: dark) {
        .window { fill: #0d1117; stroke: #30363d } .bar { fill: #161b22 } text { fill: #e6edf3 }
        .faint { fill: #8b949e } .red { fill: #ff7b72 } .green { fill: #3fb950 } .yellow { fill: #d29922 }
        .blue { fill: #58a6ff } .cyan { fill: #39c5cf } .prompt { fill: #bc8cff }
    }
"""
PICTURE = "\0"
COLOURS = {31: "red", 32: "green", 33: "yellow", 34: "blue", 36: "cyan"}


class Session:
    """Runs commands and remembers the lines of the screen as styled pieces."""

    def __init__(self, folder, environment):
        self.folder, self.environment, self.lines, self.picture = folder, environment, [], b""

    def run(self, *arguments, answers=()):
        """Types a command, answers its questions, and returns what it printed."""
        typed = " ".join(f'"{word}"' if " " in word else word for word in arguments)
        self.lines.append([("$ ", "prompt"), (f"essential {typed}", "")])
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
            program = os.path.join(self.folder, "essential")
            os.execve(program, ["essential", *arguments], self.environment)
        output, answers = b"", list(answers)
        while True:
            # A question is what waits without ending its line.
            ready, _, _ = select.select([terminal], [], [], 0.5 if answers else 30)
            if ready:
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    break
                if not piece:
                    break
                output += piece
            elif answers:
                os.write(terminal, answers.pop(0).encode() + b"\n")
            else:
                raise SystemExit(f"essential {typed} waits for an answer: {output.decode()}")
        os.waitpid(pid, 0)
        # Of a picture that the terminal shows only its place is kept; a small one is drawn there.
        text = re.sub(r"(?:\x1b_G.*?\x1b\\)+", PICTURE, output.decode(), flags=re.DOTALL)
        for line in text.replace("\r\n", "\n").rstrip("\n").split("\n"):
            if PICTURE in line:
                self.lines += [self.picture] + [[]] * PICTURE_LINES
            else:
                self.lines.append(styled(line))
        self.lines.append([])
        return text

    def note(self, text):
        self.lines.append([(f"# {text}", "faint")])


def styled(line):
    """Splits a line at its escape sequences; a return begins it anew."""
    line = re.sub(r"\x1b\[K", "", line.split("\r")[-1])
    pieces, style = [], []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            pieces.append((part, " ".join(style)))
            continue
        for code in (int(number or 0) for number in part[2:-1].split(";")):
            if code == 0:
                style = []
            else:
                style.append({1: "bold", 2: "faint"}.get(code) or COLOURS.get(code % 60, ""))
    return [(text, style) for text, style in pieces if text]


def svg(lines):
    width = COLUMNS * CELL_WIDTH + 2 * MARGIN
    height = BAR + len(lines) * LINE_HEIGHT + MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
        ' role="img" aria-label="A session of essential in a terminal">',
        f"<style>{STYLE}</style>",
        f'<rect class="window" x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="9"/>',
        f'<path class="bar" d="M1 {BAR - 8}V9a8 8 0 0 1 8-8h{width - 18:.0f}a8 8 0 0 1 8 8v{BAR - 17}z"/>',
    ]
    for index, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        out.append(f'<circle cx="{20 + index * 20}" cy="14" r="6" fill="{colour}"/>')
    for row, line in enumerate(lines):
        column, y = 0, BAR + row * LINE_HEIGHT + FONT_SIZE
        if isinstance(line, bytes):
            data = base64.b64encode(line).decode()
            out.append(
                f'<image x="{MARGIN}" y="{y - FONT_SIZE + 4}" height="{PICTURE_LINES * LINE_HEIGHT}"'
                f' href="data:image/jpeg;base64,{data}"/>')
            continue
        for text, style in line:
            # Renderers treat spaces at the ends in many ways, so they aren't drawn.
            start, shown = column + len(text) - len(text.lstrip()), text.strip()
            if shown:
                attribute = f' class="{style}"' if style else ""
                out.append(
                    f'<text x="{MARGIN + start * CELL_WIDTH:.1f}" y="{y}" textLength="{len(shown) * CELL_WIDTH:.1f}"'
                    f' xml:space="preserve"{attribute}>{html.escape(shown, quote=False)}</text>')
            column += len(text)
    return "\n".join(out + ["</svg>", ""])


def main():
    binaries, target = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as work:
        environment = {
            "HOME": work, "ESSENTIAL_HOME": f"{work}/home", "PATH": os.environ["PATH"], "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8", "COLUMNS": str(COLUMNS),
        }
        server = subprocess.Popen(
            [f"{binaries}/essentiald", "serve", "--demo", "--data", f"{work}/data", "--listen", "127.0.0.1:0"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            environment["ESSENTIAL_PICTURES"] = "kitty"
            environment["ESSENTIAL_SERVER"] = public = server.stdout.readline().split()[-1]
            # The pictures come while the server answers: 18 are for everybody.
            while len(json.load(urllib.request.urlopen(f"{public}/feed?limit=100"))["items"]) < 18:
                time.sleep(0.1)
            session = Session(binaries, environment)
            password = "four green tea pots"
            session.run("register", answers=["Ana", "ana@example.com", password, password])
            mail = ""
            while not mail:
                mail = "".join(open(path).read() for path in glob.glob(f"{work}/data/outbox/*.eml"))
            session.run("verify", re.search(r"^\s*(\d{8})\s*$", mail, re.M)[1])
            feed = re.sub(r"\x1b\[[0-9;]*m", "", session.run("feed", "--limit", "6", answers=["n"]))
            rows = {line.split()[-1]: line.split()[0] for line in feed.split("\r\n") if line[:1].isdigit()}
            # One for everybody, which can be had without the session.
            images = [item["id"] for item in json.load(urllib.request.urlopen(f"{public}/feed"))["items"]]
            image = next(image for image in images if image[:8] in rows)
            session.picture = urllib.request.urlopen(f"{public}/image/{image}?w=320").read()
            session.run("image", rows[image[:8]])
            session.run("comment", rows[image[:8]], "I could look at this for hours.")
            server.terminate()
            server.wait()
            session.note("the server is stopped")
            session.run("feed", "--limit", "2", answers=["n"])
            session.run("logout")
        finally:
            server.kill()
    with open(target, "w") as file:
        file.write(svg(session.lines[:-1]))


main()
