import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
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
  /** `line` under the words of a page, `pill` for a small switch inside a panel. */
  look?: 'line' | 'pill'
}

export function Tabs<T extends string>({ label, value, onChange, items, look = 'line' }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className={styles.root}>
      <Base.List className={styles[look]} aria-label={label}>
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
