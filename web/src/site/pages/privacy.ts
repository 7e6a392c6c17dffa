import { paths } from '../../app/paths.ts'
import { PrivacyPage } from '../../routes/privacy.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.privacy,
  title: 'Privacy Policy',
  description: 'The data this server stores about you and shares, for how long, and how to delete all of it.',
  Page: PrivacyPage,
}
