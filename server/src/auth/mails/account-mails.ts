import { and, eq, gt, sql } from 'drizzle-orm'
import { browserName } from '@ninesixteen/shared/browser-name'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import type { Tx } from '../../db/db.ts'
import { emailChanges, users } from '../../db/schema-accounts.ts'
import type { MailContent } from '../../mail/compose.ts'
import { mailWork, type MailWork } from '../../mail/mail.ts'
import type { LinkPurpose, MailLinks } from '../mail-link.ts'
import * as kinds from './mails.ts'

const HOUR = 60 * 60
/** Lifetime of links, in seconds after the mail is sent. */
export const LINK_SECONDS = { confirm: 24 * HOUR, recovery: HOUR } as const

const NOT_YOU = 'If this was not you, you can ignore this email.'
const CHANGE_PASSWORD = { label: 'Set a new password', href: '/auth/recover' }

/** Mails about the account itself: confirmations and security notifications. */
export function accountMails(links: MailLinks): MailWork[] {
  const linkOf = async (path: string, link: { purpose: LinkPurpose; userId: string; stamp: string }, seconds: number): Promise<string> =>
    `${path}?token=${await links.make(link, seconds)}`

  /** A link for the user's current state. */
  const userLink = async (tx: Tx, path: string, { purpose, userId }: { purpose: LinkPurpose; userId: string }): Promise<string | null> => {
    const stamp = await links.stampOf(tx, userId)
    const seconds = purpose === 'reset-password' ? LINK_SECONDS.recovery : LINK_SECONDS.confirm
    return stamp === null ? null : linkOf(path, { purpose, userId, stamp }, seconds)
  }

  /** A link for a pending address change. */
  const ofChange = async (
    tx: Tx,
    { purpose, userId, changeId }: { purpose: LinkPurpose; userId: string; changeId: string },
  ): Promise<{ email: string; href: string; expiresAt: Date } | null> => {
    const isCurrent = and(eq(emailChanges.userId, userId), eq(emailChanges.id, changeId), gt(emailChanges.expiresAt, sql`now()`))
    const [change] = await tx.select().from(emailChanges).where(isCurrent)
    if (!change) return null
    const path = purpose === 'keep-demo' ? '/auth/callback' : '/auth/email'
    const href = await linkOf(path, { purpose, userId, stamp: changeId }, LINK_SECONDS.confirm)
    return { email: change.email, href, expiresAt: change.expiresAt }
  }

  return [
    mailWork(kinds.confirmEmailMail, async (tx, { userId, address }) => {
      const [user] = await tx.select({ awaits: users.awaitsConfirmation }).from(users).where(eq(users.id, userId))
      const href = user?.awaits ? await userLink(tx, '/auth/callback', { purpose: 'confirm-email', userId }) : null
      return href === null ? null : confirmation(address, href, 'The link works for 24 hours.')
    }),
    mailWork(kinds.convertDemoMail, async (tx, { userId, address, data: { changeId } }) => {
      const found = await ofChange(tx, { purpose: 'keep-demo', userId, changeId })
      // Sent again, the link keeps its first expiry, until which the demo exists.
      return (
        found &&
        confirmation(
          address,
          found.href,
          `The link works until ${momentText(found.expiresAt.toISOString())}. Your work is safe until then.`,
        )
      )
    }),
    mailWork(kinds.existingAccountMail, async (_tx, { address }) => ({
      subject: `You already have an account at ${PRODUCT_NAME}`,
      heading: 'You already have an account',
      paragraphs: [
        `Someone, probably you, tried to create an account with ${address}. It already exists and has not changed.`,
        'Sign in with its password. If you have forgotten it, you can set a new one there.',
      ],
      action: { label: 'Sign in', href: '/auth' },
      footer: NOT_YOU,
    })),
    mailWork(kinds.recoveryMail, async (tx, { userId, address }) => {
      const href = await userLink(tx, '/auth/recover', { purpose: 'reset-password', userId })
      return href === null ? null : recovery(address, href)
    }),
    mailWork(kinds.approveEmailMail, async (tx, { userId, data: { changeId } }) => {
      const found = await ofChange(tx, { purpose: 'approve-email', userId, changeId })
      return found && approval(found)
    }),
    mailWork(kinds.confirmNewEmailMail, async (tx, { userId, data: { changeId } }) => {
      const found = await ofChange(tx, { purpose: 'confirm-new-email', userId, changeId })
      return found && newAddress(found)
    }),
    mailWork(kinds.emailChangedMail, async (_tx, { address, data: { at } }) => ({
      subject: `The address of your account at ${PRODUCT_NAME} was changed`,
      heading: 'Your address was changed',
      paragraphs: [`On ${momentText(at)}, ${address} was replaced by another address. Sign in with the new one from now on.`],
      action: { label: `Open ${PRODUCT_NAME}`, href: '/auth' },
      footer: 'If this was not you, contact the operator of this server.',
    })),
    mailWork(kinds.passwordChangedMail, async (_tx, { data }) => ({
      subject: `Your password at ${PRODUCT_NAME} was changed`,
      heading: 'Your password was changed',
      paragraphs: [`It was changed ${seenText(data)}. You were signed out everywhere else.`],
      action: CHANGE_PASSWORD,
      footer: 'If this was you, you can ignore this email. If not, set a new password at once.',
    })),
    mailWork(kinds.passkeyAddedMail, async (_tx, { data }) => ({
      subject: `A passkey was added to your account at ${PRODUCT_NAME}`,
      heading: 'A new passkey',
      paragraphs: [`A passkey was added to your account ${seenText(data)}. Anyone who has it can sign in without your password.`],
      action: { label: 'Review your passkeys', href: '/settings?tab=account' },
      footer: 'If this was you, you can ignore this email. If not, remove it in the settings and change your password.',
    })),
    mailWork(kinds.codesOnMail, async (_tx, { data }) => ({
      subject: `Codes were turned on for your account at ${PRODUCT_NAME}`,
      heading: 'Two-factor codes are on',
      paragraphs: [`They were turned on ${seenText(data)}. You now sign in with your password and a code.`],
      action: { label: 'Open the settings', href: '/settings?tab=account' },
      footer: 'If this was you, you can ignore this email. If not, change your password and contact the operator of this server.',
    })),
    mailWork(kinds.codesOffMail, async (_tx, { data }) => codesOffContent(`They were turned off ${seenText(data)}.`)),
    mailWork(kinds.newDeviceMail, async (_tx, { data }) => ({
      subject: `A new sign-in to your account at ${PRODUCT_NAME}`,
      heading: 'A new sign-in',
      paragraphs: [`Someone signed in to your account ${seenText(data)}, in a browser you had not used before.`],
      action: CHANGE_PASSWORD,
      footer: 'If this was you, you can ignore this email. If not, set a new password: that signs everyone out.',
    })),
  ]
}

/** `done` says when codes were turned off and by whom. */
export function codesOffContent(done: string): MailContent {
  return {
    subject: `Codes were turned off for your account at ${PRODUCT_NAME}`,
    heading: 'Two-factor codes are off',
    paragraphs: [`${done} You now sign in with your password and no code.`],
    action: { label: 'Open the settings', href: '/settings?tab=account' },
    footer: 'If you wanted this, you can ignore this email. If not, change your password and turn codes on again.',
  }
}

function confirmation(address: string, href: string, works: string): MailContent {
  return {
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    heading: 'Confirm your email',
    paragraphs: [`You signed up at ${PRODUCT_NAME} with ${address}. Confirm your address to activate your account.`, works],
    action: { label: 'Confirm email', href },
    footer: `${NOT_YOU} Without confirmation, no account is created.`,
  }
}

function recovery(address: string, href: string): MailContent {
  return {
    subject: `Set a new password for ${PRODUCT_NAME}`,
    heading: 'Set a new password',
    paragraphs: [
      `Someone, probably you, asked for a new password for the account of ${address}.`,
      'The link works once, for an hour. Setting a new password signs you out everywhere.',
    ],
    action: { label: 'Set a new password', href },
    footer: `${NOT_YOU} Your password has not changed.`,
  }
}

function approval({ email, href }: { email: string; href: string }): MailContent {
  return {
    subject: `Approve a new address for your account at ${PRODUCT_NAME}`,
    heading: 'Approve your new address',
    paragraphs: [`You asked to sign in with ${email} instead of this address. Confirm the change at both addresses.`],
    action: { label: 'Review the change', href },
    footer: 'If this was not you, do not approve it. Change your password, because someone else knows it.',
  }
}

function newAddress({ email, href }: { email: string; href: string }): MailContent {
  return {
    subject: `Confirm your new address for ${PRODUCT_NAME}`,
    heading: 'Confirm your new address',
    paragraphs: [`You asked to sign in at ${PRODUCT_NAME} with ${email} from now on.`, 'The link works for 24 hours.'],
    action: { label: 'Review the change', href },
    footer: NOT_YOU,
  }
}

const momentText = (at: string): string => `${shownMoment(new Date(at), 'UTC')} UTC`

function seenText({ at, browser, address }: kinds.RequestOrigin): string {
  return `on ${momentText(at)}, by ${browserName(browser)}${address ? ` at the network address ${address}` : ''}`
}
