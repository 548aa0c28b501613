"""Starts the browser that those share who steer one, and prints its address. It ends with its standard input.

Each of them has windows of its own (a browser context), which share nothing with those of others. `browser.py keeping` is one
that keeps whole pages to go back to, as people's browsers do; `browser.py looking` one for who only looks at pages.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile

import looks

options = {**(looks.SHELL if sys.argv[1:] == ["looking"] else looks.BROWSER), "host": "127.0.0.1", "handleSIGTERM": True,
           "ignoreDefaultArgs": ["--disable-back-forward-cache"] if sys.argv[1:] == ["keeping"] else []}
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    json.dump(options, file)
    file.flush()
    server = subprocess.Popen(
        [sys.executable, "-m", "playwright", "launch-server", "--browser", "chromium", "--config", file.name],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)
    print(server.stdout.readline(), end="", flush=True)
sys.stdin.read()
os.killpg(server.pid, signal.SIGTERM)
server.wait()
