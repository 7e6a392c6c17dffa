import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { PublicPost } from '@ninesixteen/shared/public-api/posts'
import type { PublicCredits } from '@ninesixteen/shared/public-api/slideshows'
import { files } from '../../db/schema-photos.ts'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide } from '../../testing/app.ts'
import { connectAccount, REQUIRED_OPTIONS, startScheduler } from '../../testing/scheduler.ts'
import { ADTS_FILE } from '../../testing/sound-track.ts'

const REQUIRED: Credit = {
  service: 'openverse',
  id: 'fog',
  title: 'Morning fog',
  author: 'Ana Ruiz',
  authorUrl: null,
  licence: 'by',
  licenceVersion: '2.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/2.0/',
  pageUrl: 'https://openverse.org/image/fog',
}
const FREE: Credit = { ...REQUIRED, id: 'sea', title: 'Sea', author: null, licence: 'cc0', licenceVersion: '1.0' }
const MUSIC: Credit = { ...REQUIRED, kind: 'sound', id: 'rain', title: 'Rain', pageUrl: 'https://openverse.org/audio/rain' }
const MUSIC_LINE = 'Music: "Rain" by Ana Ruiz, CC BY 2.0, https://openverse.org/audio/rain'
const REQUIRED_LINE = 'Photo: "Morning fog" by Ana Ruiz, CC BY 2.0, https://openverse.org/image/fog'

async function start(credits: readonly (Credit | 'ai')[]) {
  const app = await startScheduler()
  const user = await app.buildUser()
  const key = await buildApiKey(user)
  await connectAccount(app, user, { platform: 'tumblr' })
  const { body } = await key.call<{ accounts: { id: string }[] }>('GET', '/accounts')
  const slides = [buildSlide('plain')]
  for (const credit of credits) {
    const { filePath: backgroundImage } = await user.buildPhoto()
    const origin = credit === 'ai' ? { madeByAi: true } : { credit }
    await app.services.db.asUser(user.id, (tx) => tx.update(files).set(origin).where(eq(files.path, backgroundImage)))
    slides.push(buildSlide(randomUUID(), { backgroundImage }))
  }
  const { id } = await user.buildProject({ title: 'Sea', slides })
  const target = { account_id: body.accounts[0]?.id, options: REQUIRED_OPTIONS.tumblr }
  const read = async () => (await key.call<PublicCredits>('GET', `/slideshows/${id}/credits`)).body
  const draft = async (given: object, own: object = {}) => {
    const order = { slideshow_id: id, targets: [{ ...target, ...own }], caption: 'calm', description: 'A walk', ...given }
    const { body: made } = await key.call<{ posts: PublicPost[] }>('POST', '/posts', { body: order })
    return made.posts[0]?.description
  }
  const addMusic = async () => {
    const trackId = randomUUID()
    await user.fetch(`/api/tracks?id=${trackId}&name=Rain&beatOffset=0`, { method: 'POST', body: ADTS_FILE })
    const [track] = await user.api<{ filePath: string }[]>('GET', '/tracks')
    await app.services.db.asUser(user.id, (tx) =>
      tx
        .update(files)
        .set({ credit: MUSIC })
        .where(eq(files.path, track?.filePath ?? '')),
    )
    await user.api('PUT', `/projects/${id}/sound`, { sound: { trackId, onBeats: false } })
  }
  const importLine = async (kind: 'slides' | 'video') => {
    const text = `project,platform,kind,caption,description\nSea,tumblr,${kind},calm,A walk`
    await user.api('POST', '/post-tables', { text, zone: 'UTC', requestId: randomUUID() })
    const { posts } = await user.api<{ posts: { kind: string; description: string }[] }>('GET', '/scheduled-posts')
    return posts.find((post) => post.kind === kind)?.description
  }
  return { read, draft, addMusic, importLine }
}

test('the credits of a slideshow name each photo once, and whether an AI made one', async () => {
  const { read } = await start([REQUIRED, FREE, REQUIRED, 'ai'])
  const { credits, text, shows_ai_photos: isAi } = await read()
  expect(credits).toMatchObject([
    { service: 'openverse', photo_id: 'fog', author: 'Ana Ruiz', licence: 'CC BY 2.0', credit: 'required' },
    { service: 'openverse', photo_id: 'sea', author: null, licence: 'CC0', credit: 'free' },
  ])
  expect(text.split('\n')).toHaveLength(3)
  expect(isAi).toBe(true)
})

test('a slideshow without found photos has no credits', async () => {
  const { read, draft } = await start([])
  expect(await read()).toEqual({ credits: [], text: '', shows_ai_photos: false })
  expect(await draft({ photo_credits: true })).toBe('A walk')
})

test('posts credit photos whose licence requires it unless the program decides', async () => {
  const { draft } = await start([REQUIRED])
  expect(await draft({})).toBe(`A walk\n\n${REQUIRED_LINE}`)
  expect(await draft({ photo_credits: false })).toBe('A walk')
  expect(await draft({ description: `A walk\n\n${REQUIRED_LINE}` })).toBe(`A walk\n\n${REQUIRED_LINE}`)
  expect(await draft({}, { description: 'Here alone' })).toBe(`Here alone\n\n${REQUIRED_LINE}`)
})

test('posts credit free photos only when asked', async () => {
  const { draft } = await start([FREE])
  expect(await draft({})).toBe('A walk')
  expect(await draft({ photo_credits: true })).toBe('A walk\n\nPhoto: "Sea", CC0, https://openverse.org/image/fog')
})

test('posts of videos credit their music, and posts of slides do not', async () => {
  const { draft, addMusic } = await start([REQUIRED])
  await addMusic()
  expect(await draft({ kind: 'video' })).toBe(`A walk\n\n${REQUIRED_LINE}\n${MUSIC_LINE}`)
  expect(await draft({ kind: 'video', photo_credits: false })).toBe('A walk')
  expect(await draft({})).toBe(`A walk\n\n${REQUIRED_LINE}`)
})

test('lines of a table credit photos and the music of videos', async () => {
  const { addMusic, importLine } = await start([REQUIRED])
  await addMusic()
  expect(await importLine('slides')).toBe(`A walk\n\n${REQUIRED_LINE}`)
  expect(await importLine('video')).toBe(`A walk\n\n${REQUIRED_LINE}\n${MUSIC_LINE}`)
})
