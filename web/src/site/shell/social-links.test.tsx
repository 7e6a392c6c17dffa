import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublicConfigProvider } from '../../app/public-config.ts'
import { SocialLinks } from './social-links.tsx'

function footerOf(social: Record<string, string>): string {
  const known = {
    publicUrl: 'https://studio.example.com',
    sandbox: { ai: false, platforms: [] },
    demo: false,
    passwordMin: 6,
    contact: {},
    social,
  }
  return renderToStaticMarkup(
    <PublicConfigProvider value={publicConfigSchema.parse(known)}>
      <SocialLinks />
    </PublicConfigProvider>,
  )
}

test('configured profiles are linked in order, each in a new tab without access to this one', () => {
  const html = footerOf({ youtube: 'https://www.youtube.com/@studio', x: 'https://x.com/studio' })
  const links = [...html.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener noreferrer" aria-label="([^"]*)"/g)]
  expect(links.map(([, href, label]) => [href, label])).toEqual([
    ['https://x.com/studio', 'X (opens in a new tab)'],
    ['https://www.youtube.com/@studio', 'YouTube (opens in a new tab)'],
  ])
})

test('without profiles, nothing is rendered', () => {
  expect(footerOf({})).toBe('')
})
