import type { Me } from '@ninesixteen/shared/api/account'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Mark } from '../../components/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './public-shell.module.css'
import { SocialLinks } from './social-links.tsx'

export interface PublicShellProps {
  /** The page's path, to mark the current link. */
  path: string
  /** Undefined until known. */
  me: Me | null | undefined
  /** Signs in on this page; without it, the button links to the sign-in page. */
  onSignIn?: (() => void) | undefined
  onSignOut(): void
  children: ReactNode
}

function Header({ path, me, onSignIn, onSignOut }: Omit<PublicShellProps, 'children'>) {
  return (
    <header className={styles.header}>
      <Link to={paths.home} className={styles.brand}>
        <Mark size={26} />
        {PRODUCT_NAME}
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to={paths.studio}>CONTENT STUDIO</Link>
        <Link to={paths.pricing} aria-current={path === paths.pricing ? 'page' : undefined}>
          PRICING
        </Link>
      </nav>
      <div className={styles.who}>
        {me && <AccountMenu me={me} onSignOut={onSignOut} />}
        {!me && onSignIn && (
          <Button size="small" onClick={onSignIn}>
            Sign In
          </Button>
        )}
        {!me && !onSignIn && (
          // CSS hides it if a user was signed in last, until the page knows whether they still are.
          <ButtonLink to={paths.auth} size="small" className={styles.signIn}>
            Sign In
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <p>{PRODUCT_NAME} is open source, under the MIT licence.</p>
      <nav aria-label="Footer" className={styles.links}>
        <Link to={paths.studio}>Content Studio</Link>
        <Link to={paths.pricing}>Pricing</Link>
        <Link to={paths.privacy}>Privacy Policy</Link>
        <Link to={paths.terms}>Terms of Service</Link>
        <Link to={paths.dataDeletion}>Data Deletion</Link>
      </nav>
      <SocialLinks />
    </footer>
  )
}

/** Header and footer of the public pages. */
export function PublicShell({ children, ...who }: PublicShellProps) {
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Header {...who} />
      <main id="content" className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
