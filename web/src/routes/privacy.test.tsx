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

/** The words of the part under a heading. */
function under(heading: string): string {
  const part = page.split('<h2>').find((one) => one.startsWith(heading)) ?? ''
  return part.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test.each([
  [
    'What is kept',
    [...Object.values(PLATFORMS).map(({ label }) => label), 'tokens', 'blogs you follow', 'copies of the photos', 'API keys of your own'],
  ],
  [
    'What leaves the server',
    [...Object.values(PLATFORMS).map(({ label }) => label), 'AI provider', 'API key', 'Google', 'payment provider', 'mail server'],
  ],
  ['Cookies and browser storage', ['session', 'signed in with this browser before', 'Google Drive', 'TikTok']],
])('%s names everything there is of it', (heading, things) => {
  const words = under(heading)
  for (const thing of things) expect(words, thing).toContain(thing)
})

test('nobody is told that nothing else leaves before all that does was named', () => {
  const words = under('What leaves the server')
  expect(words.indexOf('Nothing else.')).toBeGreaterThan(words.indexOf('mail server'))
})
