import { secondFactorCalls } from './second-factor-calls.ts'

/** Whether passkeys work on this page: they are bound to the name of the public address, and the browser has to know their JSON. */
export function hasPasskeys(host: string): boolean {
  return location.hostname === host && typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** True where the browser offers passkeys among the addresses it fills in. */
export async function canFillPasskeys(): Promise<boolean> {
  return 'isConditionalMediationAvailable' in PublicKeyCredential && (await PublicKeyCredential.isConditionalMediationAvailable())
}

interface Asking {
  signal?: AbortSignal
  /** Waits, with nothing on the screen, until the person picks a passkey where the browser fills in their address. */
  mediation?: 'conditional'
}

/** What a passkey of the browser's signed, to sign in by; null when the person chose none. */
export async function signWithPasskey(asking: Asking = {}): Promise<object | null> {
  const options = await secondFactorCalls.passkeyOptions()
  // Unlocked by its person: a passkey stands for the password and for the code.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' })
  const credential = await chosen(() => navigator.credentials.get({ publicKey, ...asking }))
  return credential && credential.toJSON()
}

/** Makes a passkey on this device or in a password manager; false when the person made none. */
export async function addPasskey(name: string, password: string): Promise<boolean> {
  const options = await secondFactorCalls.newPasskeyOptions(password)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await chosen(() => navigator.credentials.create({ publicKey }))
  if (!credential) return false
  await secondFactorCalls.keepPasskey(name, credential.toJSON())
  return true
}

/** What a browser throws, by name, in words. Whoever closes its window has nothing to be told. */
const REASONS: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'This browser cannot make passkeys for this address.',
  NotSupportedError: 'This device cannot make a passkey that works here.',
  ConstraintError: 'This device has no fingerprint, face or PIN check, which a passkey needs here.',
}

async function chosen(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? credential : null
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
    const reason = REASONS[cause.name]
    if (reason === undefined) return null
    throw new Error(reason, { cause })
  }
}
