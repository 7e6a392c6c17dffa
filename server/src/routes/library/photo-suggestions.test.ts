import { beforeEach, expect, test } from 'vitest'
import { photo, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

interface Request {
  topic?: string
  companyId?: string
  words: string[]
  without?: string[]
}

const suggest = ({ companyId, ...request }: Request) =>
  user.api<(string | null)[]>('POST', '/media/suggestions', { companyId: companyId ?? null, ...request })

test('each slide gets a photo that shows its words or the topic, and none of something else', async () => {
  expect(await suggest({ words: ['sourdough bread', 'piggy bank'] })).toEqual(['starter/bread-loaf.jpg', 'starter/piggy-bank.jpg'])
  const words = ['dog collar', 'cut hot', '']
  const [collar, ...others] = await suggest({ topic: 'adopting a dog', words })
  expect(collar).toBe('starter/dog-collar.jpg')
  for (const path of others) expect(path).toMatch(/^starter\/(?:dog|ball-and-leash|pet-bed|yarn-ball)/)
})

test('photos that are left out come no more, until none fits', async () => {
  const seen: string[] = []
  for (;;) {
    const [path] = await suggest({ words: ['makeup'], without: seen })
    if (path?.startsWith('starter/') !== true || seen.length > 80) break
    expect(seen).not.toContain(path)
    seen.push(path)
  }
  expect(seen.slice(0, 2).toSorted()).toEqual(['starter/lipstick.jpg', 'starter/makeup-brushes.jpg'])
  expect(seen).not.toContain('starter/dunes.jpg')
  expect(seen.length).toBeLessThan(20)
})

test('the library comes before starter photos, and other users’ photos never come', async () => {
  const other = await app.buildUser()
  const upload = async (owner: TestUser): Promise<string> => {
    const response = await owner.upload(await photo(), { filename: 'sourdough.jpg' })
    return ((await response.json()) as { filePath: string }).filePath
  }
  await upload(other)
  const path = await upload(user)
  expect(await suggest({ words: ['sourdough bread'] })).toEqual([path])
  expect(await suggest({ words: ['sourdough bread'], without: [path] })).toEqual(['starter/bread-loaf.jpg'])
})
