import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublicConfigProvider } from '../../app/public-config.ts'
import { SocialLinks } from './social-links.tsx'

function footerOf(social: Record<string, string>): string {
  const profiles = {
    publicUrl: 'https://studio.example.com',
    sandbox: { ai: false, platforms: [] },
    demo: false,
    passwordMin: 6,
    contact: {},
    social,
  }
  return renderToStaticMarkup(
    <PublicConfigProvider value={publicConfigSchema.parse(profiles)}>
      <SocialLinks />
    </PublicConfigProvider>,
  )
}

test('links configured profiles in order, each in a new tab without an opener', () => {
  const html = footerOf({ youtube: 'https://www.youtube.com/@studio', x: 'https://x.com/studio' })
  const links = [...html.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener noreferrer" aria-label="([^"]*)"/g)]
  expect(links.map(([, href, label]) => [href, label])).toEqual([
    ['https://x.com/studio', 'X (opens in a new tab)'],
    ['https://www.youtube.com/@studio', 'YouTube (opens in a new tab)'],
  ])
})

test('renders nothing without profiles', () => {
  expect(footerOf({})).toBe('')
})
