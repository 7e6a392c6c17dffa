import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { Navigate, useNavigate } from 'react-router'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { SandboxLabel } from '../app/sandbox-label.tsx'
import { useMe } from '../app/session.ts'
import { Link } from '../components/link.tsx'
import { Mark } from '../components/mark.tsx'
import { SlideArt } from '../components/slide-art.tsx'
import { AuthPageForm } from '../features/auth/auth-page-form.tsx'
import styles from './auth.module.css'

/** Sign in or create an account; who is signed in already goes on to the studio. */
export function AuthPage() {
  const { data: me } = useMe()
  const navigate = useNavigate()
  if (me) return <Navigate to={paths.studio} replace />
  return (
    <div className={styles.page}>
      <PageTitle>Sign In</PageTitle>
      <main className={styles.side}>
        <Link to={paths.home} className={styles.brand}>
          <Mark size={28} />
          {PRODUCT_NAME}
        </Link>
        <div className={styles.form}>
          <AuthPageForm onSignedIn={() => void navigate(paths.studio, { replace: true })} />
        </div>
        <footer className={styles.foot}>
          <SandboxLabel />
          <nav aria-label="Footer" className={styles.links}>
            <Link to={paths.privacy}>Privacy Policy</Link>
            <Link to={paths.terms}>Terms of Service</Link>
          </nav>
        </footer>
      </main>
      <div className={styles.stage} aria-hidden="true">
        <div className={styles.fan}>
          <SlideArt scene="sea" lines={['2. walk before', 'you scroll']} small={['ten minutes is enough']} />
          <SlideArt scene="dawn" lines={['5 small things', 'that make', 'mornings easier']} />
          <SlideArt scene="forest" lines={['3. write down', 'one good thing']} look="white-bg" />
        </div>
      </div>
    </div>
  )
}
