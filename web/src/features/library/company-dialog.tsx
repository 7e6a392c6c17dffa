import type { Company } from '@ninesixteen/shared/api/companies'
import { Check } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './library-dialogs.module.css'

export interface CompanyDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  companies: readonly Company[]
  /** Ids of linked companies, which are shown with a check and disabled. */
  linked: ReadonlySet<string>
  busy: boolean
  onChoose(company: Company): void
}

/** Chooses the company to link photos or a blog to. */
export function CompanyDialog({ open, onOpenChange, title, companies, linked, busy, onChoose }: CompanyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="small">
      {companies.length === 0 ? (
        <div className={styles.none}>
          <p>No companies found. Create a company in Settings first.</p>
          <ButtonLink to={paths.settingsGeneral} variant="primary">
            Open Settings
          </ButtonLink>
        </div>
      ) : (
        <ul className={styles.companies} aria-label="Companies">
          {companies.map((company) => {
            const isLinked = linked.has(company.id)
            return (
              <li key={company.id}>
                <button type="button" className={styles.company} disabled={isLinked || busy} onClick={() => onChoose(company)}>
                  <CompanyLogo company={company} size={32} />
                  <span className={styles.companyName}>{company.name}</span>
                  {isLinked && (
                    <span className={styles.linked}>
                      <Check aria-hidden="true" /> Linked
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
