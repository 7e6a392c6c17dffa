import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { Outlet } from 'react-router'
import { ButtonLink } from '../components/button.tsx'
import { Link, NavLink } from '../components/link.tsx'
import { Mark } from '../components/mark.tsx'
import { paths } from './paths.ts'
import styles from './public-shell.module.css'
import { useMe } from './session.ts'
import { UserMenu } from './user-menu.tsx'

function Header() {
  const { data: me, isPending } = useMe()
  return (
    <header className={styles.header}>
      <Link to={paths.home} className={styles.brand}>
        <Mark size={26} />
        {PRODUCT_NAME}
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <NavLink to={paths.studio}>CONTENT STUDIO</NavLink>
        <NavLink to={paths.pricing}>PRICING</NavLink>
      </nav>
      <div className={styles.who}>
        {me && <UserMenu me={me} show="name" />}
        {!me && !isPending && (
          <ButtonLink to={paths.auth} size="small">
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
    </footer>
  )
}

/** Public pages: header, page, footer. */
export function PublicShell() {
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
