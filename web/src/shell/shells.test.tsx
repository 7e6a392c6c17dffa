import { QueryClientProvider } from '@tanstack/react-query'
import { meSchema, publicConfigSchema, type Me } from '@ninesixteen/shared/api/account'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { PublicShell } from '../site/shell/public-shell.tsx'
import { AccountShell } from './account-shell.tsx'
import { OperatorShell } from './operator-shell.tsx'
import { PublicConfigProvider } from '../app/public-config.ts'
import { queryClient } from '../app/query-client.ts'
import { meKey } from '../app/session.ts'

const config = publicConfigSchema.parse({
  publicUrl: 'https://studio.example.com',
  sandbox: { ai: false, platforms: [] },
  demo: false,
  passwordMin: 6,
  contact: {},
  social: {},
})
const settings = {
  theme: 'dark',
  themeFollowsSystem: false,
  defaultContentStyle: 'educational',
  autoSave: true,
  mailFailed: true,
  mailAttention: true,
  mailHandOver: true,
}
const ann = meSchema.parse({ id: 'ann', email: 'ann@example.org', displayName: 'Ann', proPlan: false, settings })

afterEach(() => queryClient.clear())

/** The header's HTML for a user, or for an anonymous visitor. */
function headerOf(page: ReactNode, me: Me | null): string {
  queryClient.setQueryData(meKey, me)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <PublicConfigProvider value={config}>{page}</PublicConfigProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return /<header.*<\/header>/s.exec(html)?.[0] ?? ''
}

const signsIn = (header: string) => /<(a|button)[^>]*>(?:<[^>]*>)*Sign In</.exec(header)?.[1] ?? null

it.each([
  ['the account', <AccountShell key="account" />],
  ["the operator's page", <OperatorShell key="operator" />],
])('%s has the account menu for users, and a sign-in link for visitors', (_, page) => {
  const own = headerOf(page, ann)
  expect(own).toContain('Ann')
  expect(own).toContain('aria-haspopup="menu"')
  expect(signsIn(own)).toBeNull()
  const visitor = headerOf(page, null)
  expect(signsIn(visitor)).toBe('a')
  expect(visitor).not.toContain('aria-haspopup="menu"')
})

it('stays on the page after the session ended and the user signs in', () => {
  const shell = (
    <PublicShell path="/account" me={null} onSignIn={() => undefined} onSignOut={() => undefined}>
      the account
    </PublicShell>
  )
  expect(signsIn(headerOf(shell, null))).toBe('button')
})
