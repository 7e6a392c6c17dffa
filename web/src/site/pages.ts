import { page as apiReference } from './pages/api-reference.ts'
import { page as auth } from './pages/auth.ts'
import { page as dataDeletion } from './pages/data-deletion.ts'
import { page as home } from './pages/home.ts'
import { page as notFound } from './pages/not-found.ts'
import { page as pricing } from './pages/pricing.ts'
import { page as privacy } from './pages/privacy.ts'
import { page as review } from './pages/review.ts'
import { page as terms } from './pages/terms.ts'
import { page as tryPage } from './pages/try.ts'
import type { SitePage } from './site-page.ts'

/** Every public page, by the name of its file in pages/. */
export const SITE_PAGES = {
  home,
  pricing,
  try: tryPage,
  auth,
  privacy,
  terms,
  'data-deletion': dataDeletion,
  'api-reference': apiReference,
  'not-found': notFound,
  review,
} as const satisfies Record<string, SitePage>

export type SiteEntry = keyof typeof SITE_PAGES

/** The page of a path; the 404 page for unknown paths. */
export function entryOf(path: string): SiteEntry {
  const entry = Object.entries(SITE_PAGES).find(([, page]) => page.path === path)
  return entry ? (entry[0] as SiteEntry) : 'not-found'
}
