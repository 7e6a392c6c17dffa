import { useLocation } from 'react-router'
import { Link, type LinkProps } from '../components/link.tsx'

/** A link of the studio's navigation: it says when its page, one below it, or the same page under its other name is the open one. */
export function NavLink({ otherName, ...props }: LinkProps & { otherName?: string }) {
  const { pathname } = useLocation()
  const isCurrent = [props.to.replace(/\?.*/, ''), otherName].some(
    (path) => path === pathname || (path !== undefined && pathname.startsWith(`${path}/`)),
  )
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}
