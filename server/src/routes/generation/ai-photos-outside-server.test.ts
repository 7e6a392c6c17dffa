import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { startAimock, type Aimock } from '../../testing/aimock.ts'
import { startTestApp } from '../../testing/app.ts'

/* AI photos by an images server that others wrote. */

const KEY = 'sk-of-the-instance'
const NO_IMAGE = 'The images API sent no usable image. Please try again.'

async function start(aimock: Aimock, apiKey: string | null = null) {
  const images = { baseUrl: `${aimock.url}/v1`, apiKey, model: 'gpt-image-1', timeoutMs: 30_000, daily: 20, sandbox: false }
  const app = await startTestApp({ images })
  return { services: app.services, user: await app.buildUser() }
}

const picture = (background: string, { width = 1024, height = 1536 } = {}) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

type Started = Awaited<ReturnType<typeof start>>

async function make({ services, user }: Started, prompt: string, sourcePath: string | null = null): Promise<AiPhotoJob> {
  const { body } = await user.call<AiPhotoJob>('POST', '/api/v1/ai-photos', { id: randomUUID(), prompt, count: 1, sourcePath })
  await services.runs.runDue()
  return (await user.call<AiPhotoJob>('GET', `/api/v1/ai-photos/${body.id}`)).body
}

/** Size and mean color of the newest photo in the library. */
async function newest({ user, services: { store } }: Started) {
  const { body } = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=1')
  const [photo] = body.items
  const { channels } = await sharp((await store.read(photo?.filePath ?? '')) ?? undefined).stats()
  return { dimensions: photo?.dimensions, madeByAi: photo?.madeByAi, color: channels.map(({ mean }) => Math.round(mean / 8) * 8) }
}

test('makes photos that arrive as bytes or at an address, and changes one', async () => {
  const aimock = await startAimock()
  const [blue, green, red] = [await picture('#0000f8'), await picture('#00f800'), await picture('#f80000', { width: 900, height: 1600 })]
  await aimock.answer(
    { words: 'sea', b64Json: blue.toString('base64') },
    { words: 'meadow', url: await aimock.upload(green) },
    { words: 'in red', b64Json: red.toString('base64') },
  )
  const app = await start(aimock)
  expect(await make(app, 'A calm sea')).toMatchObject({ status: 'done', problem: null })
  expect(await newest(app)).toEqual({ dimensions: '1024x1536', madeByAi: true, color: [0, 0, 248] })
  const meadow = await make(app, 'A meadow')
  expect(meadow).toMatchObject({ status: 'done', problem: null })
  expect(await newest(app)).toEqual({ dimensions: '1024x1536', madeByAi: true, color: [0, 248, 0] })
  expect(await make(app, 'The same in red', meadow.paths[0])).toMatchObject({ status: 'done', problem: null })
  expect(await newest(app)).toEqual({ dimensions: '900x1600', madeByAi: true, color: [248, 0, 0] })
  expect((await aimock.requests()).map(({ path, body }) => [path, body?.model])).toEqual([
    ['/v1/images/generations', 'gpt-image-1'],
    ['/v1/images/generations', 'gpt-image-1'],
    ['/v1/images/edits', 'gpt-image-1'],
  ])
})

test('says what went wrong, and stores nothing', async () => {
  const aimock = await startAimock()
  await aimock.answer(
    { words: 'war', status: 400, code: 'moderation_blocked', message: 'Your request was rejected by the safety system.' },
    { words: 'crowd', status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached.', retryAfter: 7 },
    { words: 'nothing', b64Json: Buffer.from('no image').toString('base64') },
    { words: 'gone', url: `${aimock.url}/v1/files/file-none/content` },
    { words: 'elsewhere', url: 'http://169.254.169.254/latest/meta-data' },
  )
  const app = await start(aimock)
  for (const [words, problem] of [
    ['war', 'The AI declined this description. Try different words.'],
    ['crowd', 'The AI provider is busy. Please try again in 7 seconds.'],
    ['nothing', NO_IMAGE],
    ['gone', NO_IMAGE],
    ['elsewhere', NO_IMAGE],
    ['unknown', 'The images API cannot do this. Try again without a photo to change, or tell the operator of this server.'],
  ] as const)
    expect(await make(app, words)).toMatchObject({ status: 'failed', paths: [], problem })
  expect((await app.user.call<{ left: number }>('GET', '/api/v1/ai-photos')).body.left).toBe(20)
})

test('sends the key, and says when it is wrong', async () => {
  const aimock = await startAimock([KEY])
  await aimock.answer({ words: 'sea', b64Json: (await picture('#0000f8')).toString('base64') })
  expect(await make(await start(aimock, KEY), 'A calm sea')).toMatchObject({ status: 'done' })
  expect(await make(await start(aimock, 'sk-wrong'), 'A calm sea')).toMatchObject({
    status: 'failed',
    problem: 'The images API refused the key of this server. Tell its operator.',
  })
})
