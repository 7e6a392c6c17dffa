import { REVIEW_BLOCK_ID, type SiteRenderer } from '@ninesixteen/shared/api/site'
import { renderToString } from 'react-dom/server'
import { PublicConfigProvider } from '../app/public-config.ts'
import { ApiDescriptionProvider } from '../app/api-description.ts'
import { paths } from '../app/paths.ts'
import { ReviewProvider } from '../features/approval/review-data.ts'
import { isStudioPath } from '../app/studio-paths.ts'
import { documentOf } from './document.ts'
import { entryOf, SITE_PAGES } from './pages.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import type { SitePage } from './site-page.ts'

/** Loaded by the server, which renders each public page with its instance's configuration. */
export const site: SiteRenderer = {
  listedPaths: Object.values(SITE_PAGES).flatMap(({ path }) => (path === '' ? [] : [path])),
  isStudioPath,
  referencePath: paths.apiReference,
  renderReview(review, config) {
    const body = renderToString(
      <PublicConfigProvider value={config}>
        <ReviewProvider value={review}>
          <SiteFrame page={SITE_PAGES.review} />
        </ReviewProvider>
      </PublicConfigProvider>,
    )
    return documentOf('review', { config, body, data: { id: REVIEW_BLOCK_ID, value: review } })
  },
  render(path, config, api) {
    const entry = entryOf(path)
    const page: SitePage = SITE_PAGES[entry]
    const body = renderToString(
      <PublicConfigProvider value={config}>
        <ApiDescriptionProvider value={api}>
          <SiteFrame page={page} />
        </ApiDescriptionProvider>
      </PublicConfigProvider>,
    )
    return { html: documentOf(entry, { config, body }), isMissing: entry === 'not-found', drawsSlides: page.drawsSlides ?? false }
  },
}
