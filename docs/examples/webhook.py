"""Receives webhooks, and refuses what Ninesixteen didn't sign. Needs Python 3.9 and no packages.

WEBHOOK_SECRET=whsec_... PORT=8080 python3 webhook.py
"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300


def is_signed(headers, body):
    """Whether the body is signed with the secret, and the attempt is recent. `body` is what arrived: parsing it first changes its bytes."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    # Two during a rotation of the secret.
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = is_signed(self.headers, body)
        self.send_response(204 if signed else 401)
        self.end_headers()
        if signed:
            # An event can arrive twice. Store its id, and ignore one that you know.
            print(json.loads(body)["type"], self.headers["webhook-id"], flush=True)


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
print("Waiting for webhooks", flush=True)
server.serve_forever()
