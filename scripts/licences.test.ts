import { describe, expect, test } from 'vitest'
import { checkLicences, fits, licenceTexts, shippedPackages } from './licences.mjs'

describe('a licence', () => {
  test.each(['MIT', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', '(MIT OR CC0-1.0)', 'GPL-3.0-only OR MIT'])('%s fits', (expression) => {
    expect(fits(expression)).toBe(true)
  })

  test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN LICENSE', 'none named', ''])(
    '%s does not',
    (expression) => {
      expect(fits(expression)).toBe(false)
    },
  )
})

test('what is shipped: what the server needs and what the build puts in, without tools and without ourselves', () => {
  const packages = {
    '': {},
    server: { version: '0.1.0' },
    'node_modules/@ninesixteen/server': { link: true },
    'node_modules/hono': { version: '4.0.0', license: 'MIT' },
    'node_modules/a/node_modules/hono': { version: '3.0.0', license: 'MIT' },
    'node_modules/vitest': { version: '5.0.0', license: 'MIT', dev: true },
    'node_modules/preact': { version: '11.0.0', license: 'MIT', dev: true },
    'node_modules/nameless': { version: '1.0.0' },
  }
  expect(shippedPackages({ packages }).map(({ name, version, licence }) => `${name} ${version} ${licence}`)).toEqual([
    'hono 3.0.0 MIT',
    'hono 4.0.0 MIT',
    'nameless 1.0.0 none named',
    'preact 11.0.0 MIT',
  ])
})

test('everything this project ships has a fitting licence, and one text has all licences', () => {
  expect(checkLicences()).toEqual({ ok: true, output: '' })
  const text = licenceTexts()
  for (const name of [
    'react ',
    'preact ',
    'harfbuzzjs ',
    '@fontsource-variable/tiktok-sans ',
    'libheif-js ',
    '@twemoji/svg ',
    '@fontsource/pacifico ',
  ]) {
    expect(text, name).toContain(`\n${name}`)
  }
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).toMatch(/@fontsource\/permanent-marker .*\(Apache-2.0\)/)
})
