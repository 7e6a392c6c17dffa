import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { paths } from '../../app/paths.ts'
import { ApiReferencePage } from '../../routes/api-reference.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.apiReference,
  title: 'API Reference',
  description: `Every endpoint of the public API of ${PRODUCT_NAME}: slideshows, photos, rendered slides and posts, with examples for the command line.`,
  Page: ApiReferencePage,
}
