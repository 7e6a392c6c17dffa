import { post } from './auth-calls.ts'

interface NewCodes {
  /** `otpauth://totp/...`: what an authenticator app reads from a QR code. */
  totpURI: string
  backupCodes: string[]
}

/** Ways to sign in beside the password, by the accounts library's paths. */
export const secondFactorCalls = {
  passkeyOptions: (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
    post('/passkey/generate-authenticate-options', {}, { signedOutOk: true }),
  signInByPasskey: (response: object): Promise<unknown> => post('/passkey/verify-authentication', { response }, { signedOutOk: true }),
  signInByCode: (code: string): Promise<unknown> => post('/two-factor/verify-totp', { code }, { signedOutOk: true }),
  signInByRecoveryCode: (code: string): Promise<unknown> => post('/two-factor/verify-backup-code', { code }, { signedOutOk: true }),

  newPasskeyOptions: (password: string): Promise<PublicKeyCredentialCreationOptionsJSON> =>
    post('/passkey/generate-register-options', { password }),
  keepPasskey: (name: string, response: object): Promise<unknown> => post('/passkey/verify-registration', { name, response }),
  /** Nothing is asked for at the sign-in before a first code was right. */
  codesOn: (password: string): Promise<NewCodes> => post('/two-factor/enable', { password }),
  firstCode: (code: string): Promise<unknown> => post('/two-factor/confirm', { code }),
  codesOff: (password: string): Promise<unknown> => post('/two-factor/disable', { password }),
  /** Those from before are good for nothing any more. */
  newRecoveryCodes: (password: string): Promise<Pick<NewCodes, 'backupCodes'>> => post('/two-factor/generate-backup-codes', { password }),
}
