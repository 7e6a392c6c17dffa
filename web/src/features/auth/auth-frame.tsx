import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { paths } from '../../app/paths.ts'
import { SandboxLabel } from '../../app/sandbox-label.tsx'
import { Link } from '../../components/link.tsx'
import { Mark } from '../../components/mark.tsx'
import { SlideArt } from '../../components/slide-art.tsx'
import styles from './auth-frame.module.css'

/** The frame of sign-in, sign-up and recovery forms. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <Link to={paths.home} className={styles.brand}>
          <Mark size={28} />
          {PRODUCT_NAME}
        </Link>
        <div className={styles.form}>{children}</div>
        <footer className={styles.foot}>
          <SandboxLabel>Sandbox: no AI provider is connected</SandboxLabel>
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
