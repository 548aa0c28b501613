"""Is somebody else on a port: says `listening`, and then each request that comes there, in a line.

Answers are as those of a program that wants to be taken for `essential app`: streams tell that something ended and changed,
and pages have a form.
"""
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<!DOCTYPE html><title>Essential</title><p class=notice>Go on here</p><form method=post><textarea name=message>"
EVENTS = b"".join(b"event: %s\ndata: /elsewhere\n\n" % kind for kind in [b"ended", b"changed", b"over", b"notice"])


class Rogue(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        print(self.command, self.path, body.decode(errors="replace"), flush=True)
        isStream = "event-stream" in self.headers.get("Accept", "")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if isStream else "text/html")
        self.end_headers()
        self.wfile.write(EVENTS if isStream else PAGE)
        self.wfile.flush()
        if isStream:
            threading.Event().wait()

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class OverSix(ThreadingHTTPServer):
    address_family = socket.AF_INET6


port = int(sys.argv[1])
ThreadingHTTPServer.daemon_threads = True
for server in [ThreadingHTTPServer(("127.0.0.1", port), Rogue), OverSix(("::1", port), Rogue)]:
    threading.Thread(target=server.serve_forever).start()
print("listening", flush=True)
