import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Db } from '../../db/db.ts'
import { passkeys } from '../../db/schema-second-factor.ts'
import { publicOrigins } from '../../config/allowed-hosts.ts'

/**
 * The WebAuthn relying party id: the public URL's host, or `localhost` for all names of the local machine, since browsers reject IP
 * addresses. Other names of this instance have no passkeys.
 */
export function passkeyHost(publicUrl: string): string {
  const origins = publicOrigins(publicUrl)
  return origins.length > 1 ? 'localhost' : new URL(publicUrl).hostname
}

/**
 * A passkey replaces both password and code, so each use requires user verification: finger, face or PIN. The library requests it without
 * enforcing it.
 */
export function passkeySignIn({ publicUrl, db }: { publicUrl: string; db: Pick<Db, 'asSystem'> }) {
  const host = passkeyHost(publicUrl)
  return passkey({
    rpID: host,
    rpName: PRODUCT_NAME,
    origin: publicOrigins(publicUrl).filter((origin) => new URL(origin).hostname === host),
    // Discoverable, because asking for an email first would reveal whether it has an account.
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
