import { Tabs as Base } from '@base-ui/react/tabs'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabItem<T extends string> {
  value: T
  label: ReactNode
  icon?: ReactNode
  content: ReactNode
}

export interface TabsProps<T extends string> {
  label: string
  value: T
  onChange(value: T): void
  items: readonly TabItem<T>[]
  /** `line` for pages, `pill` for a small switch inside a panel. */
  look?: 'line' | 'pill'
}

export function Tabs<T extends string>({ label, value, onChange, items, look = 'line' }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the list is wider than the screen: scrolls to the chosen tab without scrolling the page.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (chosen) list.current?.scrollTo({ left: chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2 })
  }, [value])
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className={styles.root}>
      <Base.List ref={list} className={styles[look]} aria-label={label}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className={styles.tab}>
            {item.icon}
            {item.label}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles.indicator} />
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className={styles.panel}>
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
