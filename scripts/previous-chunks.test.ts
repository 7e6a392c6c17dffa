import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepEarlierParts } from './previous-chunks.mjs'

async function builds() {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-builds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const previousFolder = join(folder, 'kept')
  const build = async (name: string, parts: string[]): Promise<string> => {
    const place = join(folder, name)
    await mkdir(join(place, 'assets'), { recursive: true })
    for (const part of parts) await writeFile(join(place, 'assets', part), name)
    return place
  }
  return { kept: previousFolder, build, keptParts: async () => (await readdir(join(previousFolder, 'assets')).catch(() => [])).toSorted() }
}

test('files of the previous build that this one lacks stay until the next build', async () => {
  const { kept: previousFolder, build, keptParts } = await builds()
  const [first, second, third] = [
    await build('first', ['shared.js', 'menu-1.js', 'menu-1.js.br']),
    await build('second', ['shared.js', 'menu-2.js']),
    await build('third', ['shared.js', 'menu-3.js']),
  ]
  keepEarlierParts({ before: first, now: second, kept: previousFolder })
  expect(await keptParts()).toEqual(['menu-1.js', 'menu-1.js.br'])
  // The same sources once more.
  keepEarlierParts({ before: second, now: await build('again', ['shared.js', 'menu-2.js']), kept: previousFolder })
  expect(await keptParts()).toEqual(['menu-1.js', 'menu-1.js.br'])
  keepEarlierParts({ before: second, now: third, kept: previousFolder })
  expect(await keptParts()).toEqual(['menu-2.js'])
})

test('the first build has nothing before it', async () => {
  const { kept: previousFolder, build, keptParts } = await builds()
  keepEarlierParts({ before: join(previousFolder, 'none'), now: await build('first', ['menu-1.js']), kept: previousFolder })
  expect(await keptParts()).toEqual([])
})
