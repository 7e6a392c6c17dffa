import type { ApiDescription } from '../public-api/description.ts'
import type { PublicConfig } from './account.ts'
import type { Review } from './approvals.ts'

/** Id of the element in which the server writes, into every page, what it may know before anyone signs in: a data block of JSON. */
export const CONFIG_BLOCK_ID = 'public-config'
/** Placeholder for the data block in the studio's page, which the server otherwise serves as built. */
export const CONFIG_PLACEHOLDER = '<!--public-config-->'

/** Id of the data block with a client's posts; `null` for a link that leads nowhere any more. */
export const REVIEW_BLOCK_ID = 'review'

/** JSON that is safe inside a page: it can't end the element or begin a comment. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

export function configBlock(config: PublicConfig): string {
  return dataBlock(CONFIG_BLOCK_ID, config)
}

export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonInPage(value)}</script>`
}

/** Folder and file of the built page that the server loads and never serves, and the file's content. */
export const SITE_RENDERER_FILE = '/.site/render.js'

/** The public pages as the build leaves them for the server, which fills in the facts of this instance. */
export interface SiteRenderer {
  /** Addresses that a search engine may list. */
  listedPaths: readonly string[]
  /** Whether the studio's page draws this address. */
  isStudioPath(path: string): boolean
  /** The page that describes the public API. */
  referencePath: string
  /**
   * The whole document, whether it is the one for addresses that lead nowhere, and whether the painter draws in it. Only the page that describes
   * the public API needs the description.
   */
  render(path: string, config: PublicConfig, api: ApiDescription | null): { html: string; isMissing: boolean; drawsSlides: boolean }
  /** The page of a client with their posts; null for a link that leads nowhere any more. */
  renderReview(review: Review | null, config: PublicConfig): string
}
