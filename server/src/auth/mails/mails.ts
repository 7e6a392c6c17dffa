import { z } from 'zod'
import { defineMail } from '../../mail/mail.ts'
import { CLIENT_ADDRESS_HEADER } from '../../config/client-address.ts'

/** Origin of a change to an account, as shown to its owner. */
export const requestOrigin = z.object({ at: z.iso.datetime(), browser: z.string().nullable(), address: z.string().nullable() })
export type RequestOrigin = z.infer<typeof requestOrigin>

const nothing = z.object({})
/** The row of an address change. */
const ofChange = z.object({ changeId: z.uuid() })

/** Confirms the address of a new account. */
export const confirmEmailMail = defineMail({ name: 'confirm-email', data: nothing, isAwaited: true })
/** Tells the owner of an account about a sign-up with the same address. */
export const existingAccountMail = defineMail({ name: 'existing-account', data: nothing, isAwaited: true })
/** Sets a new password. */
export const recoveryMail = defineMail({ name: 'recovery', data: nothing, isAwaited: true })
/** Confirms a demo that becomes an account. */
export const convertDemoMail = defineMail({ name: 'keep-demo', data: ofChange, isAwaited: true })
/** Asks the old address to approve the change. */
export const approveEmailMail = defineMail({ name: 'approve-email', data: ofChange, isAwaited: true })
/** Asks the new address to confirm the change. */
export const confirmNewEmailMail = defineMail({ name: 'confirm-new-email', data: ofChange, isAwaited: true })
/** Tells the old, never confirmed address that it was replaced. */
export const emailChangedMail = defineMail({ name: 'email-changed', data: z.object({ at: z.iso.datetime() }) })
export const passwordChangedMail = defineMail({ name: 'password-changed', data: requestOrigin })
export const passkeyAddedMail = defineMail({ name: 'passkey-added', data: requestOrigin })
export const codesOnMail = defineMail({ name: 'codes-on', data: requestOrigin })
export const codesOffMail = defineMail({ name: 'codes-off', data: requestOrigin })
export const newDeviceMail = defineMail({ name: 'new-device', data: requestOrigin })

/** Origin of a request, as shown to the account's owner. */
export function requestOriginOf(headers: Headers | undefined): RequestOrigin {
  const at = new Date().toISOString()
  return { at, browser: headers?.get('user-agent') ?? null, address: headers?.get(CLIENT_ADDRESS_HEADER) ?? null }
}
