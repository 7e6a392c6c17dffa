import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Db } from '../../db/db.ts'
import { passkeys } from '../../db/schema.ts'
import { publicOrigins } from '../../config/allowed-origins.ts'

/**
 * The name that passkeys are bound to: of the public address, and `localhost` for all names of the own machine, since a number is no name to a
 * browser. Under other names of this instance there are no passkeys.
 */
export function passkeyHost(publicUrl: string): string {
  const origins = publicOrigins(publicUrl)
  return origins.length > 1 ? 'localhost' : new URL(publicUrl).hostname
}

/**
 * Passkeys stand for password and code at once, so each use has to be unlocked by its person: by finger, face or PIN. The library asks for that
 * and takes less.
 */
export function passkeySignIn({ publicUrl, db }: { publicUrl: string; db: Pick<Db, 'asSystem'> }) {
  const host = passkeyHost(publicUrl)
  return passkey({
    rpID: host,
    rpName: PRODUCT_NAME,
    origin: publicOrigins(publicUrl).filter((origin) => new URL(origin).hostname === host),
    // Found without an email typed before, which would tell whether it has an account.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: { passkey: { modelName: 'passkeys' } },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw notUnlocked()
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        if (!verification.authenticationInfo.userVerified) throw notUnlocked()
        const used = { lastUsedAt: sql`now()` }
        await db.asSystem((tx) => tx.update(passkeys).set(used).where(eq(passkeys.credentialID, clientData.id)))
      },
    },
  })
}

const notUnlocked = () =>
  new APIError('BAD_REQUEST', {
    code: 'PASSKEY_NOT_UNLOCKED',
    message: 'This passkey was used without its fingerprint, face or PIN check, which is required here.',
  })
