import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { slidesPdf } from './slides-pdf.ts'

/** The head of a JPEG of 2 x 3 pixels, with bytes for the rest: a PDF keeps both as they are. */
function jpegHead(rest: string): Uint8Array<ArrayBuffer> {
  const frame = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 3, 0, 2, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return Uint8Array.from([...frame, ...Buffer.from(rest)])
}

const jpegs = ['first scan \u0000 )>>endstream', 'second scan'].map(jpegHead)

async function pdfOf(title: string, language: string | null = null): Promise<Buffer> {
  const pages = jpegs.map((jpeg, index) => ({ jpeg, altText: `page ${index + 1} (of two)` }))
  const chunks: Uint8Array[] = []
  for await (const chunk of slidesPdf({ title, language, size: { width: 1080, height: 1350 }, createdAt: new Date(0), pages }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The title in the document's information, as it is written. */
function infoTitle(text: string): string | undefined {
  const [, number] = /\/Title (\d+) 0 R/.exec(text) ?? []
  return new RegExp(`\n${number} 0 obj\n\\((.*?)\\)\nendobj`, 's').exec(text)?.[1]
}

test('each page has the size of its slide in points and contains the bytes of its JPEG', async () => {
  const file = await pdfOf('two slides')
  const text = file.toString('latin1')
  expect(text.match(/\/MediaBox \[0 0 810 1012\.5\]/g)).toHaveLength(2)
  expect(text.match(/\/Filter \/DCTDecode/g)).toHaveLength(2)
  for (const jpeg of jpegs) expect(file.includes(Buffer.from(jpeg))).toBe(true)
})

test('tags each page as a figure with alt text, and displays the title', async () => {
  const text = (await pdfOf('two slides')).toString('latin1')
  expect(text).toContain('/Alt (page 1 \\(of two\\))')
  expect(text).toContain('/Alt (page 2 \\(of two\\))')
  expect(text.match(/\/S \/Figure/g)).toHaveLength(2)
  expect(text).toContain('/Marked true')
  expect(text).toContain('/DisplayDocTitle true')
  expect(infoTitle(text)).toBe('two slides')
})

test('names the language of the document if it is known', async () => {
  expect((await pdfOf('Zwei', 'Deutsch')).toString('latin1')).toContain('/Lang (de)')
  for (const language of [null, 'Klingon']) expect((await pdfOf('two', language)).toString('latin1')).not.toContain('/Lang')
})

test('encodes titles in other scripts as UTF-16', async () => {
  const text = (await pdfOf('窓 🌅')).toString('latin1')
  const title = Buffer.from('\ufeff窓 🌅', 'utf16le').swap16().toString('latin1')
  expect(infoTitle(text)).toBe(title)
})

test('escapes XML characters of the title in the metadata', async () => {
  const text = (await pdfOf('tips & <b>tricks')).toString('latin1')
  expect(infoTitle(text)).toBe('tips & <b>tricks')
  expect(text).toContain('>tips &amp; &lt;b&gt;tricks</rdf:li>')
})

/** Writes the document with the library's build for browsers, whose compressor and streams differ from Node's. */
const IN_BROWSERS = `
import { registerHooks } from 'node:module'
const [build, module, input] = process.argv.slice(1)
registerHooks({ resolve: (name, context, next) => next(name === 'pdfkit' ? build : name, context) })
const { slidesPdf } = await import(module)
const { jpegs, ...facts } = JSON.parse(input)
const pages = jpegs.map((jpeg, index) => ({ jpeg: Buffer.from(jpeg, 'hex'), altText: 'page ' + (index + 1) + ' (of two)' }))
for await (const chunk of slidesPdf({ ...facts, createdAt: new Date(0), pages })) process.stdout.write(chunk)
`

test('writes the same bytes in the page and on the server', async () => {
  const file = (...path: string[]) => pathToFileURL(join(import.meta.dirname, ...path)).href
  const build = file('../../../node_modules/pdfkit/js/pdfkit.browser.mjs')
  const facts = { title: '窓 & 🌅', language: 'Japanese', size: { width: 1080, height: 1350 } }
  const input = { ...facts, jpegs: jpegs.map((jpeg) => Buffer.from(jpeg).toString('hex')) }
  const args = ['--input-type=module', '-e', IN_BROWSERS, build, file('slides-pdf.ts'), JSON.stringify(input)]
  expect((await pdfOf(facts.title, facts.language)).equals(execFileSync(process.execPath, args))).toBe(true)
})
