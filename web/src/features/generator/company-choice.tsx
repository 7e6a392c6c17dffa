import { Building2, Plus } from 'lucide-react'
import type { CurrentCompany } from '../../app/current-company.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import type { SelectOption } from '../../components/select-popup.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './generator-panel.module.css'

export interface CompanyChoiceProps {
  company: CurrentCompany
  onAddCompany(): void
}

/** Chooses a company, or offers to add the first one. */
export function CompanyChoice({ company, onAddCompany }: CompanyChoiceProps) {
  if (company.loading) return <Skeleton height={60} />
  if (company.failed) return <Notice kind="bad">Failed to load companies</Notice>
  if (company.companies.length === 0) {
    return (
      <div className={styles.firstCompany}>
        <p>Add your company to use its name and logo on slides.</p>
        <Button size="small" icon={<Plus />} onClick={onAddCompany}>
          Add company
        </Button>
      </div>
    )
  }
  const options: SelectOption<string>[] = [
    ...company.companies.map((one) => ({
      value: one.id,
      label: one.name,
      detail: one.description || 'No description',
      icon: <CompanyLogo company={one} size={22} />,
    })),
    { value: 'none', label: 'No company', icon: <Building2 /> },
  ]
  return (
    <div>
      <Select
        label="Company"
        value={company.current?.id ?? 'none'}
        options={options}
        onChange={(id) => company.choose(id === 'none' ? null : id)}
        hint={company.current ? company.current.description || 'No description' : undefined}
      />
      {company.current && (
        <Link to={paths.settingsGeneral} className={styles.companyLink}>
          Update company info
        </Link>
      )}
    </div>
  )
}
