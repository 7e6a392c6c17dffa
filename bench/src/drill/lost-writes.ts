import type pg from 'pg'
import type { BenchUser } from './users.ts'

/** Signed links per request. */
const LINKS_MAX = 100

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
  const saved = await caller.api<SavedProject>('GET', `/projects/${project.id}`)
  const savedTitle = saved.slides[0]?.title ?? ''
  // An unacknowledged save may exist or not.
  const isSaved = (savedTitle === project.mark && saved.version === project.version) || (unsaved !== null && savedTitle === unsaved)
  return isSaved
    ? []
    : [`${email}: saved "${project.mark}" as version ${project.version}, and found "${savedTitle}" as version ${saved.version}`]
}

async function lostUploads({ caller, email, uploads }: BenchUser, client: pg.Client): Promise<string[]> {
  const ids = uploads.map(({ id }) => id)
  const { rows } = await client.query<{ id: string }>('select id from media_items where id = any($1::uuid[])', [ids])
  const storedIds = new Set(rows.map(({ id }) => id))
  const lost = ids.filter((id) => !storedIds.has(id)).map((id) => `${email}: photo ${id} is not in the library`)
  for (let offset = 0; offset < uploads.length; offset += LINKS_MAX) {
    const paths = uploads.slice(offset, offset + LINKS_MAX).map(({ path }) => path)
    const urls = await caller.api<(string | null)[]>('POST', '/files/urls', { paths, variant: 'original' })
    for (const [index, url] of urls.entries()) {
      const response = url === null ? null : await caller.fetch(url)
      await response?.arrayBuffer()
      if (response?.status !== 200) lost.push(`${email}: the bytes of photo ${paths[index]} are gone (${response?.status ?? 'no link'})`)
    }
  }
  return lost
}

async function lostSlideshows({ caller, email, generated }: BenchUser): Promise<string[]> {
  const lost: string[] = []
  for (const { id, savedSlides } of generated) {
    const response = await caller.call<{ slides: unknown[] }>('GET', `/api/v1/projects/${id}`)
    const slideCount = response.status === 200 ? response.body.slides.length : 0
    if (slideCount < savedSlides) lost.push(`${email}: slideshow ${id} has ${slideCount} of the ${savedSlides} saved slides`)
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
