import { post } from './auth-calls.ts'

interface NewCodes {
  /** `otpauth://totp/...`, for the QR code that an authenticator app scans. */
  totpURI: string
  backupCodes: string[]
}

/** Passkeys and two-factor codes, by the paths of the auth library. */
export const secondFactorCalls = {
  passkeyOptions: (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
    post('/passkey/generate-authenticate-options', {}, { signedOutOk: true }),
  signInByPasskey: (response: object): Promise<unknown> => post('/passkey/verify-authentication', { response }, { signedOutOk: true }),
  signInByCode: (code: string): Promise<unknown> => post('/two-factor/verify-totp', { code }, { signedOutOk: true }),
  signInByRecoveryCode: (code: string): Promise<unknown> => post('/two-factor/verify-backup-code', { code }, { signedOutOk: true }),

  newPasskeyOptions: (password: string): Promise<PublicKeyCredentialCreationOptionsJSON> =>
    post('/passkey/generate-register-options', { password }),
  registerPasskey: (name: string, response: object): Promise<unknown> => post('/passkey/verify-registration', { name, response }),
  /** Sign-ins ask for no code until `firstCode` succeeds. */
  codesOn: (password: string): Promise<NewCodes> => post('/two-factor/enable', { password }),
  firstCode: (code: string): Promise<unknown> => post('/two-factor/confirm', { code }),
  codesOff: (password: string): Promise<unknown> => post('/two-factor/disable', { password }),
  /** Invalidates the previous ones. */
  newRecoveryCodes: (password: string): Promise<Pick<NewCodes, 'backupCodes'>> => post('/two-factor/generate-backup-codes', { password }),
}
