import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Review } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_FILES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../../http/app-env.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import { requestAddress } from '../../http/session/browser-id.ts'
import type { Client } from '../../posts/approval/approvals.ts'
import { hashOfToken } from '../../posts/manual-posting/links.ts'
import { mimeTypeOf, streamRendition } from '../../storage/renditions.ts'
import { guarded, open } from '../contract.ts'
import { PHOTO_HEADERS } from '../library/files.ts'
import type { Services } from '../services.ts'

/** How long a browser keeps the proof that it gave a passcode. */
const PROOF_SECONDS = 12 * 60 * 60
const proofCookie = (token: string): string => `ninesixteen_approval_${hashOfToken(token).slice(0, 16)}`

/** The caller of a link. Reads no cookie but the one for this link. */
export function clientOf(c: Context<AppEnv>, { config }: Services, token: string): Client {
  return { token, address: requestAddress(c, config.trustProxy), proof: getCookie(c, proofCookie(token)) }
}

export function rememberProof(c: Context<AppEnv>, { config }: Services, { token, proof }: { token: string; proof: string }): void {
  const secure = config.publicUrl.startsWith('https:')
  setCookie(c, proofCookie(token), proof, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: PROOF_SECONDS, secure })
}

/** The posts of a link, for its page; null for a link that leads nowhere any more. */
export async function reviewOf(c: Context<AppEnv>, services: Services, token: string): Promise<Review | null> {
  try {
    return await services.approvals.look(clientOf(c, services, token))
  } catch (error) {
    if (error instanceof AppError && error.code === 'APPROVAL_LINK_GONE') return null
    throw error
  }
}

export const approvalRoutes = {
  // The link grants access without a session.
  look: open.approvals.look.handler(({ context: { services, client }, input: { token } }) => services.approvals.look(client(token))),
  unlock: open.approvals.unlock.handler(async ({ context: { services, client, rememberProof: remember }, input: { token, passcode } }) => {
    const { review, proof } = await services.approvals.unlock(client(token), passcode)
    if (proof !== null) remember({ token, proof })
    return review
  }),
  decide: open.approvals.decide.handler(({ context: { services, client }, input: { token, ...input } }) =>
    services.approvals.decide(client(token), input),
  ),
  comment: open.approvals.comment.handler(({ context: { services, client }, input: { token, position, name: author, ...comment } }) =>
    services.approvals.comment(client(token), position, { author, ...comment }),
  ),

  links: guarded.approvals.links.handler(async ({ context: { services, userId } }) => ({ links: await services.approvals.list(userId) })),
  create: guarded.approvals.create.handler(({ context: { services, userId }, input }) => services.approvals.create(userId, input)),
  revoke: guarded.approvals.revoke.handler(({ context: { services, userId }, input: { id } }) => services.approvals.revoke(userId, id)),
  comments: guarded.approvals.comments.handler(async ({ context: { services, userId }, input: { id } }) => ({
    comments: await services.approvals.comments(userId, id),
  })),
  reply: guarded.approvals.reply.handler(async ({ context: { services, userId }, input: { id, ...comment } }) => ({
    comments: await services.approvals.reply(userId, id, comment),
  })),
}

const FILE_HEADERS = { ...PHOTO_HEADERS, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** Slides and videos of a link's posts, exactly as they go out, and the logo of their company. */
export function registerApprovalFiles(app: Hono<AppEnv>, services: Services): void {
  app.get(`${APPROVAL_FILES}/:token/logo/:hash`, async (c) => {
    const path = await services.approvals.logo(clientOf(c, services, c.req.param('token')))
    const file = path && (await streamRendition(services, path, { name: 'thumbnail', signal: c.req.raw.signal }))
    if (!file) throw new AppError('NOT_FOUND')
    const headers = { ...FILE_HEADERS, 'content-type': mimeTypeOf(path, 'thumbnail'), 'content-length': String(file.bytes) }
    return c.body(file.body, 200, headers)
  })

  app.get(`${APPROVAL_FILES}/:token/:position/:file`, async (c) => {
    const { token, position, file } = c.req.param()
    const sha256 = /^([\da-f]{64})\.\w+$/.exec(file)?.[1]
    if (!/^\d{1,3}$/.test(position) || sha256 === undefined) throw new AppError('NOT_FOUND')
    const media = await services.approvals.file(clientOf(c, services, token), { position: Number(position), sha256 })
    const stored = await storedFileResponse(c, services.store, { ...media, headers: FILE_HEADERS })
    if (!stored) throw new AppError('NOT_FOUND')
    return stored
  })
}
