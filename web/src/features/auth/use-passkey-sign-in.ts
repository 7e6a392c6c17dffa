import { useEffect, useRef, useSyncExternalStore } from 'react'
import { hasPasskeys, signWithPasskey } from '../../api/passkeys.ts'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { offerPasskeys } from './offer-passkeys.ts'

interface PasskeySignIn {
  /** Where passkeys work: under one name of the instance, and not in every browser. */
  isOffered: boolean
  /** The person turns to the form: from now on the browser offers passkeys where it fills in the address. */
  begin(): void
  /** By the button; false when the person chose none. */
  ask(): Promise<unknown>
}

/** A browser has passkeys or has none. */
const neverChanges = () => () => undefined

/** Signing in with a passkey, by a button and among the addresses that the browser fills in. */
export function usePasskeySignIn(signInBy: (call: () => Promise<unknown>) => void): PasskeySignIn {
  const { passkeyHost } = usePublicConfig()
  // Written into the page before a browser is known, so that nothing moves in the many that have them.
  const isOffered = useSyncExternalStore(
    neverChanges,
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
        endOffer.current ??= offerPasskeys((signed) => form.current(() => secondFactorCalls.signInByPasskey(signed)))
    },
    async ask() {
      // A browser asks for one thing at a time, and a sign-in signs one thing. The offer begins again when the form is turned to.
      await end()
      const signed = await signWithPasskey()
      return signed !== null && secondFactorCalls.signInByPasskey(signed)
    },
  }
}
