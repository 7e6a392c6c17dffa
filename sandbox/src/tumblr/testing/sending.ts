import { signed, type App, type Credentials } from './calling.ts'

export interface Sent {
  json: object
  files?: Record<string, Buffer>
  method?: string
  path?: string
  /** Leaves out the name of each file, as a plain field has none. */
  bare?: boolean
}

/** A body like in the documents: the part with the blocks first, then one per image. */
export async function sendPost(app: App, token: Credentials, sent: Sent) {
  const { json, files = {}, method = 'POST', path = '/v2/blog/sandy-studio.tumblr.com/posts', bare = false } = sent
  const line = (text: string) => Buffer.from(`${text}\r\n`)
  const part = (disposition: string, type: string, bytes: Buffer) =>
    Buffer.concat([
      line('--b1'),
      line(`Content-Disposition: form-data; ${disposition}`),
      line(`Content-Type: ${type}`),
      line(''),
      bytes,
      line(''),
    ])
  const body = Buffer.concat([
    part('name="json"', 'application/json', Buffer.from(JSON.stringify(json))),
    ...Object.entries(files).map(([name, bytes]) =>
      part(bare ? `name="${name}"` : `name="${name}"; filename="${name}.jpg"`, 'image/jpeg', bytes),
    ),
    line('--b1--'),
  ])
  const reply = await signed(app, path, { method, token, headers: { 'content-type': 'multipart/form-data; boundary=b1' }, body })
  return { status: reply.status, ...((await reply.json()) as { response?: { id: string; state: string }; errors?: { code: number }[] }) }
}
