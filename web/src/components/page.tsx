import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

export interface PageProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** `narrow` for settings and reading, `wide` for grids. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** A studio page with a heading. */
export function Page({ title, subtitle, actions, width = 'wide', children }: PageProps) {
  return (
    <div className={classNames(styles.page, styles[width])}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}
