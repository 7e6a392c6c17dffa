import { paths } from '../../app/paths.ts'
import { PrivacyPage } from '../../routes/privacy.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.privacy,
  title: 'Privacy Policy',
  description: 'What this server keeps about you, what leaves it, for how long, and how to have all of it deleted.',
  Page: PrivacyPage,
}
