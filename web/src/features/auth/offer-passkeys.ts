import { canFillPasskeys, signWithPasskey } from '../../api/passkeys.ts'

/** What is to be signed is good for five minutes: a form that stands open longer asks anew. */
const RENEW_MS = 4 * 60_000

/** Lets the browser offer passkeys where it fills in the address, until it is ended; that is done when the browser waits for nothing any more. */
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
  // Nobody asked for it aloud: the button, and the password, say what is wrong.
  const done = wait().catch(() => ended.abort())
  return async () => {
    ended.abort()
    asking.abort()
    await done
  }
}
