import { classNames } from './class-names.ts'
import styles from './company-logo.module.css'
import { StoredPhoto } from './stored-photo.tsx'

export interface CompanyLogoProps {
  company: { name: string; logoPath: string | null }
  /** Side in pixels. */
  size?: number
  className?: string
}

/** A company's logo, or its first letter. */
export function CompanyLogo({ company, size = 24, className }: CompanyLogoProps) {
  const style = { width: size, height: size, borderRadius: Math.max(5, size / 5), fontSize: size * 0.46 }
  return (
    <span className={classNames(styles.logo, className)} style={style} aria-hidden="true">
      {company.logoPath ? (
        <StoredPhoto path={company.logoPath} variant="thumbnail" alt="" fit="contain" className={styles.image} />
      ) : (
        [...company.name.trim()][0]?.toUpperCase()
      )}
    </span>
  )
}
