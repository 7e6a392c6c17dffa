import { readFile } from 'node:fs/promises'
import { loadHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import { parseManifest } from '@ninesixteen/shared/shaping/manifest'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'
import { expect, test } from 'vitest'
import { leanHarfBuzz, trimmedHarfBuzz } from '../../plugins/harfbuzz.ts'
import { harfBuzzInParts } from './harfbuzz-in-parts.ts'

const TEXT = 'क्षत्रिय हिन्दी'

const load = (module: Uint8Array) => loadHarfBuzz((imports) => instantiateWasm(module, imports))
const ASSETS = new URL('../../../shared/generated/painter/', import.meta.url)
const { fonts } = parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))
const fontOf = (name: string) => readFile(new URL(fonts.find(({ key }) => key === name)?.file ?? '', ASSETS))
const devanagari = await fontOf('devanagari')
const [lean, whole] = [await leanHarfBuzz(), await trimmedHarfBuzz()]

async function inParts() {
  let loads = 0
  const parts = harfBuzzInParts(await load(lean), () => {
    loads += 1
    return load(whole)
  })
  return { parts, loads: () => loads }
}

test('a text that the lean file cannot shape counts as not loaded, until the whole file shapes it', async () => {
  const { parts, loads } = await inParts()
  const font = parts.hb.face(devanagari).font(700)
  expect(parts.isStopped()).toBe(false)
  expect(font.shape(TEXT, false)).toBe(null)
  expect(parts.isStopped()).toBe(true)
  // Its state may be inconsistent, so it must not be used again.
  expect(font.shape('1', false)).toBe(null)
  expect(font.outline(1)).toBe(null)

  await parts.complete()
  expect(parts.isStopped()).toBe(false)
  const expected = (await load(whole)).face(devanagari).font(700)
  expect(font.shape(TEXT, false)).toEqual(expected.shape(TEXT, false))
  expect(font.outline(7)).toEqual(expected.outline(7))
  await parts.complete()
  expect(loads()).toBe(1)
})

test('a face of another script uses the whole file, and earlier results stay', async () => {
  const { parts } = await inParts()
  const latin = parts.hb.face(await fontOf('latin')).font(700)
  const before = latin.shape('AVATAR', false)
  await parts.complete()
  expect(parts.hb.face(devanagari).font(700).shape(TEXT, false)?.length).toBeGreaterThan(5)
  expect(latin.shape('AVATAR', false)).toEqual(before)
  expect(parts.isStopped()).toBe(false)
})

test('spaced letters are shaped by the lean file as by the whole one', async () => {
  const { parts } = await inParts()
  const latin = await fontOf('latin')
  const shaped = parts.hb.face(latin).font(335).shape('office affine', false, false)
  expect(shaped).toEqual((await load(whole)).face(latin).font(335).shape('office affine', false, false))
  expect(shaped).not.toBe(null)
})

test('a text that fails in the lean file is shaped at once when the whole file is loaded', async () => {
  const { parts } = await inParts()
  const font = parts.hb.face(devanagari).font(700)
  await parts.complete()
  expect(font.shape(TEXT, false)).toEqual((await load(whole)).face(devanagari).font(700).shape(TEXT, false))
})
