import { IDEA_CATEGORIES, type IdeaCategory } from '@ninesixteen/shared/text/idea-category'
import { Star } from 'lucide-react'
import { useCurrentCompany } from '../../app/current-company.ts'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { Select } from '../../components/select.tsx'
import styles from './ideas.module.css'

/** The filters; null and false show everything. */
export interface IdeaView {
  companyId: string | null
  category: IdeaCategory | null
  favorites: boolean
}

export const EVERYTHING: IdeaView = { companyId: null, category: null, favorites: false }

export interface IdeaFiltersProps {
  view: IdeaView
  onChange(view: IdeaView): void
}

/** Filters ideas by company, category and favorites. */
export function IdeaFilters({ view, onChange }: IdeaFiltersProps) {
  const { companies } = useCurrentCompany()
  return (
    <div className={styles.filters}>
      {companies.length > 0 && (
        <Select
          label="Company filter"
          hideLabel
          size="small"
          value={view.companyId ?? 'all'}
          options={[
            { value: 'all', label: 'All companies' },
            ...companies.map((company) => ({ value: company.id, label: company.name, icon: <CompanyLogo company={company} size={18} /> })),
          ]}
          onChange={(id) => onChange({ ...view, companyId: id === 'all' ? null : id })}
        />
      )}
      <div className={styles.chips} role="group" aria-label="Category filter">
        {[null, ...IDEA_CATEGORIES].map((category) => (
          <button
            key={category ?? 'all'}
            type="button"
            className={styles.chip}
            aria-pressed={view.category === category}
            onClick={() => onChange({ ...view, category })}
          >
            {category ?? 'all'}
          </button>
        ))}
        <button
          type="button"
          className={styles.chip}
          aria-label="Favorites only"
          title="Favorites only"
          aria-pressed={view.favorites}
          onClick={() => onChange({ ...view, favorites: !view.favorites })}
        >
          <Star aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
