import { createSandbox } from '../sandbox.ts'
import type { LivePost } from '../published-posts/ledger.ts'

type App = ReturnType<typeof createSandbox>

/** A switch below `/_control`. */
export async function order<T>(app: App, path: string, { method = 'POST', body }: { method?: string; body?: unknown } = {}): Promise<T> {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const reply = await app.request(`/_control${path}`, { method, ...json })
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}

export const livePosts = async (app: App) => (await order<{ posts: LivePost[] }>(app, '/live', { method: 'GET' })).posts

/** A user's access token of the sandbox TikTok, without a browser. */
export async function tiktokToken(app: App, account = 'sandy'): Promise<string> {
  const { grants } = await order<{ grants: { accessToken: string }[] }>(app, '/tiktok/grants', { body: { accounts: [account] } })
  return grants[0]?.accessToken ?? ''
}

export async function tumblrToken(app: App, account = 'sandy'): Promise<{ key: string; secret: string }> {
  const { grants } = await order<{ grants: { token: string; secret: string }[] }>(app, '/tumblr/grants', { body: { accounts: [account] } })
  return { key: grants[0]?.token ?? '', secret: grants[0]?.secret ?? '' }
}

/** Starts a public photo post of the images at these URLs. */
export async function postPhotos(app: App, access: string, { urls, info = {} }: { urls: readonly string[]; info?: object }) {
  const body = {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: { title: '5 habits', description: 'Every day #calm', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
    source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: urls },
  }
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const reply = await app.request('/tiktok/v2/post/publish/content/init/', { method: 'POST', headers, body: JSON.stringify(body) })
  const { data, error } = (await reply.json()) as { data: { publish_id: string }; error: { code: string } }
  return { status: reply.status, code: error.code, publishId: data.publish_id }
}
