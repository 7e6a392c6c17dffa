import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublicConfigProvider } from '../app/public-config.ts'
import { PrivacyPage } from './privacy.tsx'

const known = { publicUrl: 'https://studio.example.com', sandbox: { ai: false }, demo: false, passwordMin: 6, contact: {}, social: {} }
const page = renderToStaticMarkup(
  <PublicConfigProvider value={publicConfigSchema.parse(known)}>
    <PrivacyPage />
  </PublicConfigProvider>,
)

/** The text under a heading. */
function under(heading: string): string {
  const part = page.split('<h2>').find((one) => one.startsWith(heading)) ?? ''
  return part.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test.each([
  [
    'Stored data',
    [...Object.values(PLATFORMS).map(({ label }) => label), 'tokens', 'blogs you follow', 'copies of the photos', 'API keys of your own'],
  ],
  [
    'Shared data',
    [...Object.values(PLATFORMS).map(({ label }) => label), 'AI provider', 'API key', 'Google', 'payment provider', 'mail server'],
  ],
  ['Cookies and browser storage', ['session', 'signed in with this browser before', 'Google Drive', 'TikTok']],
])('%s is complete', (heading, things) => {
  const text = under(heading)
  for (const thing of things) expect(text, thing).toContain(thing)
})

test('"Nothing else" follows everything that leaves the server', () => {
  const text = under('Shared data')
  expect(text.indexOf('Nothing else.')).toBeGreaterThan(text.indexOf('mail server'))
})
