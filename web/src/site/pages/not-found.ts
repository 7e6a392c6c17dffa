import { NotFoundPage } from '../../routes/not-found.tsx'
import type { SitePage } from '../site-page.ts'

export const notFoundPage: SitePage = {
  path: '',
  title: 'Not found',
  description: 'There is no page at this address.',
  Page: NotFoundPage,
}
