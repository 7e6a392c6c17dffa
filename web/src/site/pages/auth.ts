import { paths } from '../../app/paths.ts'
import { AuthPage } from '../../routes/auth.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.auth,
  title: 'Sign In',
  description: 'Sign in to your slideshows, photos and scheduled posts, or create an account with an email address and a password.',
  Page: AuthPage,
  isBare: true,
}
