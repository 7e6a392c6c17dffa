import { randomUUID } from 'node:crypto'

/** Uploads under way at a time. */
export const AT_ONCE = 4

export interface Session {
  origin: string
  cookie: string
  /** Whom it is of: calls that change something name them. */
  person: string
}

export interface Sent {
  perSecond: number
  ids: string[]
}

async function upload({ origin, cookie, person }: Session, picture: Uint8Array): Promise<string> {
  const form = new FormData()
  const id = randomUUID()
  form.set('purpose', 'media')
  form.set('id', id)
  form.set('file', new File([new Uint8Array(picture)], `${id}.jpg`))
  const answer = await fetch(`${origin}/api/files`, {
    method: 'POST',
    headers: { origin, cookie, 'x-ninesixteen-user': person },
    body: form,
  })
  if (!answer.ok) throw new Error(`Upload: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return id
}

/** Sends pictures, several at a time. */
export async function uploadAll(session: Session, count: number, picture: (index: number) => Uint8Array): Promise<Sent> {
  const begun = performance.now()
  const ids: string[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) ids.push(await upload(session, picture(next++)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { perSecond: (count * 1000) / (performance.now() - begun), ids }
}
