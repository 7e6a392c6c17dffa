import { authPage } from './pages/auth.ts'
import { dataDeletionPage } from './pages/data-deletion.ts'
import { homePage } from './pages/home.ts'
import { notFoundPage } from './pages/not-found.ts'
import { pricingPage } from './pages/pricing.ts'
import { privacyPage } from './pages/privacy.ts'
import { termsPage } from './pages/terms.ts'
import { tryPage } from './pages/try.ts'
import type { SitePage } from './site-page.ts'

/** Every public page, by the name of its entry. */
export const SITE_PAGES = {
  home: homePage,
  pricing: pricingPage,
  try: tryPage,
  auth: authPage,
  privacy: privacyPage,
  terms: termsPage,
  'data-deletion': dataDeletionPage,
  'not-found': notFoundPage,
} as const satisfies Record<string, SitePage>

export type SiteEntry = keyof typeof SITE_PAGES

/** The page of an address; the one that says so where there is none. */
export function entryOf(path: string): SiteEntry {
  const found = Object.entries(SITE_PAGES).find(([, page]) => page.path === path)
  return found ? (found[0] as SiteEntry) : 'not-found'
}
