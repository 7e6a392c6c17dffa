import { useMatch } from 'react-router'
import { Link, type LinkProps } from '../components/link.tsx'

/** A link of the studio's navigation: it says when its page, or one below it, is the open one. */
export function NavLink(props: LinkProps) {
  const isCurrent = useMatch({ path: props.to, end: false }) !== null
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}
