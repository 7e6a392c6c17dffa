// The shipped packages and their licences: what the server runs on, what the page and the painter's fonts are built from, and the texts of their
// licences. The check refuses a licence that was never reviewed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

/** Licences that fit a product under MIT which is run by others: permissive ones, and those that ask for their own files alone to stay free. */
const FITTING = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
])

/** Development dependencies for npm that end up in the build: fonts, emoji, and the runtime of the public pages. */
const BUILT_IN = /^(@fontsource|@twemoji\/svg$|preact$)/

/** Packages that name their licence only in its text, by name and version: read again for every version. @type {Record<string, string>} */
const NAMED_IN_TEXT = { 'png-js 2.0.0': 'MIT' }

/** The file names in which packages keep the text of their licence. */
const TEXT = /^(licen[cs]e|copying|notice|ofl)/i

/**
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression.
 * @property {string} folder Where npm puts it, from the root; not there on a system it is not made for.
 */

/** @returns {ShippedPackage[]} by name and version */
export function shippedPackages(lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  const shipped = Object.entries(lock.packages).flatMap(([folder, entry]) => {
    const name = folder.split('node_modules/').at(-1) ?? ''
    const isOurs = !folder.includes('node_modules/') || entry.link
    if (isOurs || (entry.dev && !BUILT_IN.test(name))) return []
    const licence = entry.license ?? NAMED_IN_TEXT[`${name} ${entry.version}`] ?? 'none named'
    return [{ name, version: entry.version, licence, folder }]
  })
  return shipped.toSorted((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, 'en'))
}

/** Whether an expression such as `(MIT OR CC0-1.0)` or `Apache-2.0 AND MIT` can be met. */
export function fits(expression) {
  const plain = expression.replaceAll(/[()]/g, ' ')
  return plain.split(/\sOR\s/).some((choice) => choice.split(/\sAND\s/).every((licence) => FITTING.has(licence.trim())))
}

/** The step of the check. */
export function checkLicences() {
  const strange = shippedPackages().filter(({ licence }) => !fits(licence))
  const lines = strange.map(({ name, version, licence }) => `  ${name} ${version}: ${licence}\n`)
  return { ok: strange.length === 0, output: strange.length === 0 ? '' : `Shipped under a licence that may not fit:\n${lines.join('')}` }
}

/** One text with every package that is installed here and its licence, equal texts once. */
export function licenceTexts() {
  const byText = new Map()
  for (const { name, version, licence, folder } of shippedPackages()) {
    const place = join(root, folder)
    // Made for another system.
    if (!existsSync(place)) continue
    const text = textOf(place)
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const parts = [...byText].map(
    ([text, names]) => `${names.join('\n')}\n\n${text || 'The package names its licence and brings no text of it.'}\n`,
  )
  return `Ninesixteen is made with these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

function textOf(folder) {
  const names = readdirSync(folder).filter((name) => TEXT.test(name) && !name.endsWith('.js'))
  return names
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
