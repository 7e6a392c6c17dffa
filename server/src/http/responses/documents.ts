import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Review } from '@ninesixteen/shared/api/approvals'
import type { PublicConfig } from '@ninesixteen/shared/api/account'
import type { ApiDescription } from '@ninesixteen/shared/public-api/description'
import { CONFIG_PLACEHOLDER, configBlock, SITE_RENDERER_FILE, type SiteRenderer } from '@ninesixteen/shared/api/site'
import { renderPage, type RenderedPage } from './rendered-page.ts'
import { contentSecurityPolicy, painterPagePolicy, publicPagePolicy, reviewPagePolicy } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'

/** Documents of one build with one public configuration. */
interface Edition {
  studio: RenderedPage
  /** Null in a build without public pages, which serves the studio's page at every address. */
  site: SiteRenderer | null
  config: PublicConfig
  pages: Map<string, RenderedPage>
}

/** Normalizes a path: `/Pricing/` is `/pricing`. */
const normalized = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '')

export interface DocumentData {
  config(): Promise<PublicConfig>
  /** For the page that describes the public API. */
  describeApi(): Promise<ApiDescription>
}

/** Pages of the build as documents, rendered on first request and again after a new build or a change of the public configuration. */
export function createDocuments(files: StaticFiles, { config, describeApi }: DocumentData, photoOrigin: string | null) {
  const studioPolicy = (scripts: string[]) => contentSecurityPolicy(scripts, photoOrigin)
  const drawingPolicy = (scripts: string[]) => painterPagePolicy(scripts, photoOrigin)
  const reviewPolicy = (scripts: string[]) => reviewPagePolicy(scripts, photoOrigin)
  let edition: Promise<Edition> | undefined
  let editionKey = ''

  async function current(): Promise<Edition | undefined> {
    const [index, renderer] = [await files.find('/index.html'), await files.find(SITE_RENDERER_FILE)]
    if (!index) return undefined
    const publicConfig = await config()
    const key = JSON.stringify([index.etag, renderer?.etag, publicConfig])
    if (edition && key === editionKey) return edition
    editionKey = key
    const created = makeEdition(publicConfig, {
      studioPolicy,
      index: index.path,
      renderer: renderer && { path: renderer.path, etag: renderer.etag },
    })
    edition = created
    // Don't cache a failure: the next request tries again.
    created.catch(() => {
      if (edition === created) edition = undefined
    })
    return created
  }

  /** The document of a path; undefined without a build. */
  async function find(path: string): Promise<RenderedPage | undefined> {
    const now = await current()
    if (!now) return undefined
    const { site, pages, studio } = now
    const address = normalized(path)
    if (!site || site.isStudioPath(address)) return studio
    const publicConfig = pages.get(address)
    if (publicConfig) return publicConfig
    const api = address === site.referencePath ? await describeApi() : null
    const { html, isMissing, drawsSlides } = site.render(address, now.config, api)
    // All unknown paths share one document: clients can make up any number of them.
    const cacheKey = isMissing ? '' : address
    const page = pages.get(cacheKey) ?? renderPage(html, isMissing ? 404 : 200, drawsSlides ? drawingPolicy : publicPagePolicy)
    pages.set(cacheKey, page)
    return page
  }

  /** The page of a client. Never stored: it is for one link, and changes with its posts. */
  async function renderReview(review: Review | null): Promise<RenderedPage | undefined> {
    const now = await current()
    return now?.site ? renderPage(now.site.renderReview(review, now.config), review ? 200 : 404, reviewPolicy) : undefined
  }

  return {
    find,
    renderReview,
    listedPaths: async (): Promise<readonly string[]> => (await current())?.site?.listedPaths ?? [],
  }
}

interface BuiltFiles {
  studioPolicy(inlineScripts: string[]): string
  index: string
  renderer: { path: string; etag: string } | undefined
}

async function makeEdition(config: PublicConfig, { studioPolicy, index, renderer }: BuiltFiles): Promise<Edition> {
  const html = (await readFile(index, 'utf8')).replace(CONFIG_PLACEHOLDER, () => configBlock(config))
  const site = renderer ? await loadRenderer(renderer) : null
  return { config, site, studio: renderPage(html, 200, studioPolicy), pages: new Map() }
}

/** The query string makes the module cache distinguish builds. */
async function loadRenderer({ path, etag }: { path: string; etag: string }): Promise<SiteRenderer> {
  const loaded = (await import(`${pathToFileURL(path).href}?${encodeURIComponent(etag)}`)) as { site: SiteRenderer }
  return loaded.site
}
