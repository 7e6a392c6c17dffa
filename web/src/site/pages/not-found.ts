import { NotFoundPage } from '../../routes/not-found.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: '',
  title: 'Not found',
  description: 'This page does not exist.',
  Page: NotFoundPage,
}
