import { useEffect, useRef, useSyncExternalStore } from 'react'
import { canFillPasskeys, hasPasskeys, signWithPasskey } from '../../api/passkeys.ts'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { usePublicConfig } from '../../app/public-config.ts'

interface PasskeySignIn {
  /** Passkeys work on one host name of the instance and not in every browser. */
  isOffered: boolean
  /** Starts the offer in autofill, when the user turns to the form. */
  begin(): void
  /** Signs in by the button; false if the user chose no passkey. */
  signIn(): Promise<unknown>
}

const subscribeToNothing = () => () => undefined

/** Signs in with a passkey, by a button and by autofill. */
export function usePasskeySignIn(signInBy: (call: () => Promise<unknown>) => void): PasskeySignIn {
  const { passkeyHost } = usePublicConfig()
  // The server renders the button, so that nothing moves in the many browsers that support passkeys.
  const isOffered = useSyncExternalStore(
    subscribeToNothing,
    () => hasPasskeys(passkeyHost),
    () => passkeyHost !== '',
  )
  const endOffer = useRef<() => Promise<void>>(null)
  const form = useRef(signInBy)
  const end = async (): Promise<void> => {
    const ending = endOffer.current
    endOffer.current = null
    await ending?.()
  }
  useEffect(() => {
    form.current = signInBy
  })
  useEffect(() => () => void end(), [])

  return {
    isOffered,
    begin() {
      if (hasPasskeys(passkeyHost))
        endOffer.current ??= offerPasskeys((assertion) => form.current(() => secondFactorCalls.signInByPasskey(assertion)))
    },
    async signIn() {
      // Browsers allow one passkey request at a time. The offer restarts when the user turns to the form.
      await end()
      const assertion = await signWithPasskey()
      return assertion !== null && secondFactorCalls.signInByPasskey(assertion)
    },
  }
}

/** A challenge expires after five minutes: a form open longer requests a new one. */
const RENEW_MS = 4 * 60_000

/** Lets the browser offer passkeys in autofill. Returns a function that ends the offer and resolves once the browser has stopped waiting. */
function offerPasskeys(onSigned: (assertion: object) => void): () => Promise<void> {
  let request = new AbortController()
  const ended = new AbortController()
  const wait = async (): Promise<void> => {
    if (!(await canFillPasskeys())) return
    do {
      request = new AbortController()
      const timer = setTimeout(() => request.abort(), RENEW_MS)
      const assertion = await signWithPasskey({ mediation: 'conditional', signal: request.signal }).finally(() => clearTimeout(timer))
      if (assertion && !ended.signal.aborted) onSigned(assertion)
    } while (request.signal.aborted && !ended.signal.aborted)
  }
  // The user started nothing here; the button and the password form report errors.
  const done = wait().catch(() => ended.abort())
  return async () => {
    ended.abort()
    request.abort()
    await done
  }
}
