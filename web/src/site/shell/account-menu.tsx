import type { Me } from '@ninesixteen/shared/api/account'
import { ChevronDown, CreditCard, LogOut, Settings, Sparkles, UserRound } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import styles from './account-menu.module.css'

export interface AccountMenuProps {
  me: Me
  onSignOut(): void
}

interface Entry {
  label: string
  icon: ReactNode
  /** Where it leads; what it does when there is none. */
  href?: string
  newTab?: boolean
}

function entriesOf({ proPlan }: Me): Entry[] {
  return [
    ...(proPlan ? [] : [{ label: 'Upgrade to Pro', icon: <Sparkles />, href: paths.pricing }]),
    // There is no billing portal without a billing provider: the pricing page says who manages the plan on this server.
    { label: 'Manage Subscription', icon: <CreditCard />, href: `${paths.pricing}#manage`, newTab: true },
    { label: 'Settings', icon: <Settings />, href: paths.settings },
    ...(proPlan ? [] : [{ label: 'Account', icon: <UserRound />, href: paths.account }]),
  ]
}

/** The entry a key leads to, of those in the menu; undefined for a key that leads to none. */
function entryByKey(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return undefined
}

function Entries({ me, onSignOut, onClose }: AccountMenuProps & { onClose(): void }) {
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])

  function move(event: KeyboardEvent) {
    if (event.key === 'Tab') return onClose()
    const next = entryByKey(event.key, items())
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={menu} role="menu" aria-label="Account" tabIndex={-1} className={styles.menu} onKeyDown={move}>
      <p className={styles.heading}>{me.demo ? 'Demo' : me.email}</p>
      {entriesOf(me).map(({ label, icon, href, newTab }) => (
        <a
          key={label}
          role="menuitem"
          tabIndex={-1}
          href={href}
          className={styles.item}
          {...(newTab && { target: '_blank', rel: 'noopener' })}
          onClick={onClose}
        >
          {icon}
          {label}
        </a>
      ))}
      <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onSignOut}>
        <LogOut />
        Log out
      </button>
    </div>
  )
}

/** The menu of whoever is signed in, on the public pages. */
export function AccountMenu({ me, onSignOut }: AccountMenuProps) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div ref={frame} role="presentation" className={styles.frame} onKeyDown={closeByKey}>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.initial} aria-hidden="true">
          {[...me.displayName][0]?.toUpperCase()}
        </span>
        <span className={styles.name}>{me.displayName}</span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      {open && <Entries me={me} onSignOut={onSignOut} onClose={() => setOpen(false)} />}
    </div>
  )
}
