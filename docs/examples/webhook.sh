#!/usr/bin/env bash
# Verifies the signature of a webhook whose body is the input. Needs openssl.
# WEBHOOK_SECRET=whsec_... ID=... TIMESTAMP=... SIGNATURE=v1,... bash webhook.sh < body
set -euo pipefail

KEY=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
EXPECTED="v1,$({ printf '%s.%s.' "$ID" "$TIMESTAMP" && cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)"

# Two signatures during a rotation of the secret.
for GIVEN in $SIGNATURE; do
  if [ "$GIVEN" = "$EXPECTED" ]; then exit 0; fi
done
echo "The signature is wrong." >&2
exit 1
