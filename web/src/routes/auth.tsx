import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { useEffect } from 'react'
import { paths } from '../app/paths.ts'
import { SandboxLabel } from '../app/sandbox-label.tsx'
import { isHintedSignedIn } from '../app/signed-in-hint.ts'
import { Link } from '../components/link.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { Mark } from '../components/mark.tsx'
import { SlideArt } from '../components/slide-art.tsx'
import { useInBrowser } from '../components/use-in-browser.ts'
import { AuthPageForm } from '../features/auth/auth-page-form.tsx'
import { go, useVisitor } from '../site/visitor.ts'
import styles from './auth.module.css'

/** Sign in or create an account; who is signed in already goes on to the studio. */
export function AuthPage() {
  const me = useVisitor((state) => state.me)
  // The page as it is written has the form: only the browser knows whether somebody was signed in here last.
  const isHinted = useInBrowser(isHintedSignedIn, false)
  useEffect(() => {
    if (me) void go(paths.studio)
  }, [me])
  if (me || (isHinted && me === undefined)) return <LoadingScreen text={`Loading ${location.host}...`} />
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <Link to={paths.home} className={styles.brand}>
          <Mark size={28} />
          {PRODUCT_NAME}
        </Link>
        <div className={styles.form}>
          <AuthPageForm onSignedIn={() => go(paths.studio)} />
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
