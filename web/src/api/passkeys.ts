import { secondFactorCalls } from './second-factor-calls.ts'

/** Whether passkeys work on this page: they are bound to the public host name, and the browser must support their JSON form. */
export function hasPasskeys(host: string): boolean {
  return location.hostname === host && typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether the browser offers passkeys in autofill. */
export async function canFillPasskeys(): Promise<boolean> {
  return 'isConditionalMediationAvailable' in PublicKeyCredential && (await PublicKeyCredential.isConditionalMediationAvailable())
}

interface PasskeyOptions {
  signal?: AbortSignal
  /** Waits without a dialog until the user picks a passkey from autofill. */
  mediation?: 'conditional'
}

/** The assertion of the chosen passkey, to sign in with; null if the user chose none. */
export async function signWithPasskey(signInOptions: PasskeyOptions = {}): Promise<object | null> {
  const options = await secondFactorCalls.passkeyOptions()
  // User verification, because a passkey replaces both the password and the code.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' })
  const credential = await chooseCredential(() => navigator.credentials.get({ publicKey, ...signInOptions }))
  return credential && credential.toJSON()
}

/** Creates a passkey on this device or in a password manager; false if the user created none. */
export async function addPasskey(name: string, password: string): Promise<boolean> {
  const options = await secondFactorCalls.newPasskeyOptions(password)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await chooseCredential(() => navigator.credentials.create({ publicKey }))
  if (!credential) return false
  await secondFactorCalls.registerPasskey(name, credential.toJSON())
  return true
}

/** Messages by the name of the browser's exception. Closing the dialog needs none. */
const REASONS: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'This browser cannot make passkeys for this address.',
  NotSupportedError: 'This device cannot make a passkey that works here.',
  ConstraintError: 'This device has no fingerprint, face or PIN check, which a passkey needs here.',
}

async function chooseCredential(request: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await request()
    return credential instanceof PublicKeyCredential ? credential : null
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    const reason = REASONS[error.name]
    if (reason === undefined) return null
    throw new Error(reason, { cause: error })
  }
}
