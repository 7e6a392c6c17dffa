import type { GenericEndpointContext } from '@better-auth/core'
import type { AccountGuard } from './account-guard.ts'
import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import type { MailRequest, RequestedMail } from './mail-share.ts'

const DEVICE_COOKIE = 'ninesixteen.device'
const DEVICE_SECONDS = 180 * 24 * 60 * 60

/** The browser's proof of earlier sign-ins. */
export function deviceProofIn(ctx: Pick<GenericEndpointContext, 'getCookie'>): string | undefined {
  return ctx.getCookie(DEVICE_COOKIE) ?? undefined
}

/** Makes the browser a known one: guesses from elsewhere don't lock it out. */
export function rememberDevice(
  ctx: Pick<GenericEndpointContext, 'getCookie' | 'setCookie'>,
  { guard, email, secure }: { guard: Pick<AccountGuard, 'deviceProof'>; email: string; secure: boolean },
): void {
  ctx.setCookie(DEVICE_COOKIE, guard.deviceProof(email, deviceProofIn(ctx)), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/auth',
    maxAge: DEVICE_SECONDS,
    secure,
  })
}

/** The quota of mails to the address that the caller draws on. */
export function mailRequest(
  ctx: Pick<GenericEndpointContext, 'getCookie' | 'headers'>,
  { guard, kind, email }: { guard: Pick<AccountGuard, 'isKnownDevice'>; kind: RequestedMail; email: string },
): MailRequest {
  const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''
  return { kind, email, address, isKnown: guard.isKnownDevice(email, deviceProofIn(ctx)) }
}
