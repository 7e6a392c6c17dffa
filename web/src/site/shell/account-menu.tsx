import type { Me } from '@ninesixteen/shared/api/account'
import { ChevronDown, LogOut } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { accountEntries, type AccountEntry } from '../../app/account-entries.tsx'
import trigger from '../../app/account-trigger.module.css'
import { usePublicConfig } from '../../app/public-config.ts'
import styles from './account-menu.module.css'

export interface AccountMenuProps {
  me: Me
  onSignOut(): void
}

/** The menu item that a key moves the focus to; undefined for other keys. */
function entryByKey(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return undefined
}

function MenuEntry({ entry, onClose }: { entry: AccountEntry; onClose(): void }) {
  const content = (
    <>
      {entry.icon}
      {entry.label}
    </>
  )
  if ('to' in entry)
    return (
      <a role="menuitem" tabIndex={-1} href={entry.to} className={styles.item} onClick={onClose}>
        {content}
      </a>
    )
  const run = (): void => {
    onClose()
    entry.run()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={run}>
      {content}
    </button>
  )
}

function Entries({ me, onSignOut, onClose }: AccountMenuProps & { onClose(): void }) {
  const config = usePublicConfig()
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
      {accountEntries(me, config).map((entry) => (
        <MenuEntry key={entry.label} entry={entry} onClose={onClose} />
      ))}
      <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onSignOut}>
        <LogOut />
        Log out
      </button>
    </div>
  )
}

/** The account menu of the public pages, which have no component library. */
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
        className={trigger.trigger}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={trigger.initial} aria-hidden="true">
          {[...me.displayName][0]?.toUpperCase()}
        </span>
        <span className={trigger.name}>{me.displayName}</span>
        <ChevronDown aria-hidden="true" className={trigger.chevron} />
      </button>
      {open && <Entries me={me} onSignOut={onSignOut} onClose={() => setOpen(false)} />}
    </div>
  )
}
