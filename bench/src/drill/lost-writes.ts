import type pg from 'pg'
import type { BenchUser } from './users.ts'

/** Signed links that are asked for at a time. */
const LINKS = 100

/** Acknowledged work that is missing, one message each. */
export async function findLost(users: readonly BenchUser[], client: pg.Client): Promise<string[]> {
  const lost: string[] = []
  for (const user of users) lost.push(...(await lostEdits(user)), ...(await lostUploads(user, client)), ...(await lostSlideshows(user)))
  for (const user of users) lost.push(...(await lostSessions(user)))
  return lost
}

interface SavedProject {
  version: number
  slides: { title: string }[]
}

async function lostEdits({ caller, email, project, unsaved }: BenchUser): Promise<string[]> {
  const kept = await caller.api<SavedProject>('GET', `/projects/${project.id}`)
  const mark = kept.slides[0]?.title ?? ''
  // An unacknowledged save may exist or not.
  const isKept = (mark === project.mark && kept.version === project.version) || (unsaved !== null && mark === unsaved)
  return isKept ? [] : [`${email}: saved "${project.mark}" as version ${project.version}, and found "${mark}" as version ${kept.version}`]
}

async function lostUploads({ caller, email, uploads }: BenchUser, client: pg.Client): Promise<string[]> {
  const ids = uploads.map(({ id }) => id)
  const { rows } = await client.query<{ id: string }>('select id from media_items where id = any($1::uuid[])', [ids])
  const kept = new Set(rows.map(({ id }) => id))
  const lost = ids.filter((id) => !kept.has(id)).map((id) => `${email}: photo ${id} is not in the library`)
  for (let from = 0; from < uploads.length; from += LINKS) {
    const paths = uploads.slice(from, from + LINKS).map(({ path }) => path)
    const urls = await caller.api<(string | null)[]>('POST', '/files/urls', { paths, variant: 'original' })
    for (const [at, url] of urls.entries()) {
      const answer = url === null ? null : await caller.fetch(url)
      await answer?.arrayBuffer()
      if (answer?.status !== 200) lost.push(`${email}: the bytes of photo ${paths[at]} are gone (${answer?.status ?? 'no link'})`)
    }
  }
  return lost
}

async function lostSlideshows({ caller, email, generated }: BenchUser): Promise<string[]> {
  const lost: string[] = []
  for (const { id, kept } of generated) {
    const answer = await caller.call<{ slides: unknown[] }>('GET', `/api/v1/projects/${id}`)
    const found = answer.status === 200 ? answer.body.slides.length : 0
    if (found < kept) lost.push(`${email}: slideshow ${id} has ${found} of the ${kept} saved slides`)
  }
  return lost
}

async function lostSessions({ email, sessions }: BenchUser): Promise<string[]> {
  const lost: string[] = []
  for (const session of sessions) {
    const { status } = await session.call('GET', '/api/v1/me')
    if (status !== 200) lost.push(`${email}: a session is gone (${status})`)
  }
  return lost
}
