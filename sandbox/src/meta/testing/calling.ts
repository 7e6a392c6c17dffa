import sharp from 'sharp'
import { expect } from 'vitest'
import { createSandbox } from '../../sandbox.ts'
import { startImageHost } from '../../testing/images.ts'
import { order } from '../../testing/posting.ts'
import { served } from '../../testing/serving.ts'
import type { MetaNetwork } from '../networks.ts'

export interface GraphReply {
  status: number
  headers: Headers
  body: Record<string, unknown> & {
    id?: string
    error?: { message: string; type: string; code: number; error_subcode?: number; is_transient: boolean; error_user_msg?: string }
  }
}

export const blogImage = (width = 108, height = 108, format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .toFormat(format)
    .toBuffer()

/** A network over HTTP, with a host of images: `square.jpg`, `tall.jpg` (9:16), `square.png` and `clip.mp4`. */
export async function caller(network: MetaNetwork, options = {}) {
  const app = createSandbox({ seed: '', fast: true, ...options })
  const at = `${await served(app)}/${network.id}`
  const { url: images, files, requested } = await startImageHost()
  files
    .set('square.jpg', await blogImage())
    .set('tall.jpg', await blogImage(108, 192))
    .set('square.png', await blogImage(108, 108, 'png'))
  files.set('clip.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(64)]))

  async function call(
    path: string,
    { token, params = {}, method = 'GET' }: { token?: string; params?: Record<string, string>; method?: string },
  ) {
    const query = new URLSearchParams(params)
    const reply = await fetch(method === 'GET' ? `${at}${path}?${query.toString()}` : `${at}${path}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(method === 'POST' && { body: query }),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: reply.status, headers: reply.headers, body: await reply.json() } as GraphReply
  }

  async function grant(account = 'sandy', more: object = {}) {
    const { grants } = await order<{ grants: { accessToken: string; userId: string }[] }>(app, `/${network.id}/grants`, {
      body: { accounts: [account], ...more },
    })
    const [{ accessToken, userId } = { accessToken: '', userId: '' }] = grants
    return { token: accessToken, userId }
  }

  /** The status of a container, as each network names it. */
  async function status(who: { token: string }, id: string): Promise<unknown> {
    const field = network.id === 'threads' ? 'status' : 'status_code'
    return (await call(`/${id}`, { token: who.token, params: { fields: field } })).body[field]
  }

  return {
    app,
    at,
    pictures: images,
    laid: files,
    asked: requested,
    call,
    grant,
    control: <T>(path: string, body: unknown, method = 'POST') => order<T>(app, `/${network.id}${path}`, { method, body }),
    advance: (seconds: number) => order(app, '/clock', { body: { advance: seconds } }),
    create: (who: { token: string; userId: string }, params: Record<string, string>) =>
      call(`/${who.userId}/${network.edges.create}`, { token: who.token, params, method: 'POST' }),
    publish: (who: { token: string; userId: string }, creation_id: string) =>
      call(`/${who.userId}/${network.edges.publish}`, { token: who.token, params: { creation_id }, method: 'POST' }),
    status,
    /** The id of a container, once it is ready. */
    async ready(who: { token: string }, reply: GraphReply, state = 'FINISHED'): Promise<string> {
      const id = reply.body.id ?? ''
      expect(reply.body).toEqual({ id: expect.stringMatching(/^\d{17}$/) })
      await expect.poll(() => status(who, id)).toBe(state)
      return id
    },
  }
}
export type Caller = Awaited<ReturnType<typeof caller>>
