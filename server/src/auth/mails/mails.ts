import { z } from 'zod'
import { defineMail } from '../../mail/mail.ts'

/** From where something was done to an account, as its owner is told. */
export const seenFrom = z.object({ at: z.iso.datetime(), browser: z.string().nullable(), address: z.string().nullable() })
export type SeenFrom = z.infer<typeof seenFrom>

const nothing = z.object({})
/** Of a change of address: the row it belongs to. */
const ofChange = z.object({ changeId: z.uuid() })

/** Confirms the address of a new account. */
export const confirmEmailMail = defineMail({ name: 'confirm-email', data: nothing, isAwaited: true })
/** To whom has an account, and whose address somebody signed up with again. */
export const existingAccountMail = defineMail({ name: 'existing-account', data: nothing, isAwaited: true })
/** Sets a new password. */
export const recoveryMail = defineMail({ name: 'recovery', data: nothing, isAwaited: true })
/** A demo that becomes an account. */
export const keepDemoMail = defineMail({ name: 'keep-demo', data: ofChange, isAwaited: true })
/** To the old address: may the new one take its place? */
export const approveEmailMail = defineMail({ name: 'approve-email', data: ofChange, isAwaited: true })
/** To the new one: is it yours? */
export const confirmNewEmailMail = defineMail({ name: 'confirm-new-email', data: ofChange, isAwaited: true })
/** To the old address, when nobody ever confirmed it and the new one took its place. */
export const emailChangedMail = defineMail({ name: 'email-changed', data: z.object({ at: z.iso.datetime() }) })
export const passwordChangedMail = defineMail({ name: 'password-changed', data: seenFrom })
export const passkeyAddedMail = defineMail({ name: 'passkey-added', data: seenFrom })
export const codesOnMail = defineMail({ name: 'codes-on', data: seenFrom })
export const codesOffMail = defineMail({ name: 'codes-off', data: seenFrom })
export const newDeviceMail = defineMail({ name: 'new-device', data: seenFrom })
