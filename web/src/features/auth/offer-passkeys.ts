import { canFillPasskeys, signWithPasskey } from '../../api/passkeys.ts'

/** A challenge expires after five minutes: a form open longer requests a new one. */
const RENEW_MS = 4 * 60_000

/** Lets the browser offer passkeys in autofill. Returns a function that ends the offer and resolves once the browser has stopped waiting. */
export function offerPasskeys(onSigned: (signed: object) => void): () => Promise<void> {
  let asking = new AbortController()
  const ended = new AbortController()
  const wait = async (): Promise<void> => {
    if (!(await canFillPasskeys())) return
    do {
      asking = new AbortController()
      const timer = setTimeout(() => asking.abort(), RENEW_MS)
      const signed = await signWithPasskey({ mediation: 'conditional', signal: asking.signal }).finally(() => clearTimeout(timer))
      if (signed && !ended.signal.aborted) onSigned(signed)
    } while (asking.signal.aborted && !ended.signal.aborted)
  }
  // The user started nothing here; the button and the password form report errors.
  const done = wait().catch(() => ended.abort())
  return async () => {
    ended.abort()
    asking.abort()
    await done
  }
}
