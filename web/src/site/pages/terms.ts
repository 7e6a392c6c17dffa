import { paths } from '../../app/paths.ts'
import { TermsPage } from '../../routes/terms.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.terms,
  title: 'Terms of Service',
  description:
    'The rules for using Ninesixteen on this server: what you make is yours, what you are responsible for, and what the plan includes.',
  Page: TermsPage,
}
