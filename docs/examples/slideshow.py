"""Makes a slideshow of a topic and a photo, renders it and drafts a post. Needs Python 3.9 and no packages.

NINESIXTEEN_URL=https://studio.example.com NINESIXTEEN_API_KEY=n16_... python3 slideshow.py photo.jpg
"""
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

API = os.environ["NINESIXTEEN_URL"] + "/api/public/v1"
RETRIES = 3


def send(method, path, data=None, headers=None):
    """Sends a request. A retry has the same Idempotency-Key, so that nothing is done twice."""
    is_file = isinstance(data, bytes)
    request = urllib.request.Request(
        API + path,
        method=method,
        data=data if is_file or data is None else json.dumps(data).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["NINESIXTEEN_API_KEY"],
            "Idempotency-Key": str(uuid.uuid4()),
            "Content-Type": "image/jpeg" if is_file else "application/json",
            **(headers or {}),
        },
    )
    for retry in range(RETRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=90) as response:
                return response.headers, response.read()
        except urllib.error.HTTPError as error:
            if error.code not in (409, 429, 503) or retry == RETRIES:
                sys.exit(error.read().decode())
            time.sleep(int(error.headers.get("Retry-After", 1)))
        except OSError as error:
            if retry == RETRIES:
                sys.exit(str(error))
            time.sleep(2**retry)


def call(method, path, data=None, headers=None):
    return json.loads(send(method, path, data, headers)[1])


# List companies.
for company in call("GET", "/companies")["companies"]:
    print("Company:", company["name"])

# Upload a photo. The body is the file.
with open(sys.argv[1], "rb") as file:
    name = urllib.parse.quote(os.path.basename(sys.argv[1]))
    photo = call("POST", f"/photos?filename={name}", file.read())["photo"]

# Generate a slideshow, and wait for its end.
progress = call("POST", "/slideshows/generate", {"topic": "5 morning habits"}, {"Prefer": "wait=60"})
slideshow_id = progress["slideshow_id"]
while progress["status"] == "running":
    time.sleep(2)
    progress = call("GET", f"/slideshows/{slideshow_id}/generation")
print("Slides:", progress["slides"])

# Change the first slide. If the slideshow was changed since it was read, the answer is 412.
headers, body = send("GET", f"/slideshows/{slideshow_id}")
slideshow = json.loads(body)
slideshow["slides"][0]["textBoxes"][0]["text"] = "Start slowly"
slideshow["slides"][0]["backgroundImage"] = photo["path"]
changed = {"title": slideshow["title"], "slides": slideshow["slides"]}
saved = call("PUT", f"/slideshows/{slideshow_id}", changed, {"If-Match": headers["ETag"]})
print("Version:", saved["version"])

# Render the first slide in 4:5.
with open("slide.jpg", "wb") as file:
    file.write(send("GET", f"/slideshows/{slideshow_id}/slides/0/render?format=4:5&type=jpeg")[1])

# Check a post, then draft it. With "scheduled_at" it is scheduled.
account = call("GET", "/accounts")["accounts"][0]
post = {"slideshow_id": slideshow_id, "caption": "Start slowly", "targets": [{"account_id": account["id"]}]}
for problem in call("POST", "/posts/check", post)["problems"]:
    if problem["severity"] == "stop":
        sys.exit(problem["message"])
for draft in call("POST", "/posts", post)["posts"]:
    print("Draft:", draft["url"])
