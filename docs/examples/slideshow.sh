#!/usr/bin/env bash
# Makes a slideshow of a topic and a photo, renders it and drafts a post. Needs curl, jq and openssl.
# NINESIXTEEN_URL=https://studio.example.com NINESIXTEEN_API_KEY=n16_... bash slideshow.sh photo.jpg
set -euo pipefail

API="$NINESIXTEEN_URL/api/public/v1"

# A retry sends the same Idempotency-Key again, so that nothing is done twice.
call() { curl --silent --show-error --fail-with-body --retry 3 -H "Authorization: Bearer $NINESIXTEEN_API_KEY" "$@"; }
write() { call -H "Idempotency-Key: $(openssl rand -hex 16)" "$@"; }

# List companies.
call "$API/companies" | jq -r '.companies[] | "Company: \(.name)"'

# Upload a photo. The body is the file.
PHOTO=$(write "$API/photos?filename=$(basename "$1")" -H "Content-Type: image/jpeg" --data-binary "@$1" | jq -r .photo.path)

# Generate a slideshow, and wait for its end.
ID=$(write "$API/slideshows/generate" -H "Prefer: wait=60" --json '{"topic": "5 morning habits"}' | jq -r .slideshow_id)
while PROGRESS=$(call "$API/slideshows/$ID/generation"); [ "$(jq -r .status <<<"$PROGRESS")" = running ]; do sleep 2; done
jq -r '"Slides: \(.slides)"' <<<"$PROGRESS"

# Change the first slide. If the slideshow was changed since it was read, the answer is 412.
SLIDESHOW=$(call "$API/slideshows/$ID")
jq --arg photo "$PHOTO" '{title, slides} | .slides[0].textBoxes[0].text = "Start slowly" | .slides[0].backgroundImage = $photo' <<<"$SLIDESHOW" |
  write -X PUT "$API/slideshows/$ID" -H "If-Match: \"$(jq .version <<<"$SLIDESHOW")\"" --json @- | jq -r '"Version: \(.version)"'

# Render the first slide in 4:5.
call -o slide.jpg "$API/slideshows/$ID/slides/0/render?format=4:5&type=jpeg"

# Check a post, then draft it. With "scheduled_at" it is scheduled.
ACCOUNT=$(call "$API/accounts" | jq -r '.accounts[0].id')
POST=$(jq -n --arg id "$ID" --arg account "$ACCOUNT" '{slideshow_id: $id, caption: "Start slowly", targets: [{account_id: $account}]}')
call "$API/posts/check" --json "$POST" | jq -e '.problems | map(select(.severity == "stop")) | length == 0' >/dev/null
write "$API/posts" --json "$POST" | jq -r '.posts[] | "Draft: \(.url)"'
