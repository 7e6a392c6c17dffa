import { PLATFORM_IDS, PLATFORMS } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { isFiltered, type PostFilter } from './address.ts'
import styles from './filter-bar.module.css'

const ALL = ''

export interface FilterBarProps {
  filter: PostFilter
  onChange(filter: PostFilter): void
  zone: string
  onZone(zone: string): void
}

/** Filters and the time zone. On a phone, a button shows the filters. */
export function FilterBar({ filter, onChange, zone, onZone }: FilterBarProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [isOpen, setOpen] = useState(false)
  const filterCount = Object.keys(filter).length
  return (
    <div className={styles.bar}>
      {isPhone && (
        <Button icon={<ListFilter />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
        </Button>
      )}
      <ZoneSelect label="Time zone" hideLabel zone={zone} onChange={onZone} className={styles.zone} />
      {(!isPhone || isOpen) && <Filters filter={filter} onChange={onChange} />}
    </div>
  )
}

function Filters({ filter, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const accounts = useQuery(orpc.accounts.list.queryOptions()).data ?? []
  const { companies } = useCurrentCompany()
  const setFilter = (name: 'platform' | 'accountId' | 'companyId', value: string) => {
    const rest: PostFilter = { ...filter }
    delete rest[name]
    // The account may belong to another platform.
    if (name === 'platform') delete rest.accountId
    onChange(value === ALL ? rest : { ...rest, [name]: value })
  }
  const platformAccounts = accounts.filter(({ platform }) => !filter.platform || platform === filter.platform)
  return (
    <>
      <Select
        label="Platform"
        hideLabel
        value={filter.platform ?? ALL}
        options={[{ value: ALL, label: 'All platforms' }, ...PLATFORM_IDS.map((id) => ({ value: id, label: PLATFORMS[id].label }))]}
        onChange={(value) => setFilter('platform', value)}
      />
      <Select
        label="Account"
        hideLabel
        value={filter.accountId ?? ALL}
        options={[
          { value: ALL, label: 'All accounts' },
          ...platformAccounts.map(({ accountId, username, platform }) => ({
            value: accountId,
            label: `@${username}`,
            detail: PLATFORMS[platform].label,
          })),
        ]}
        onChange={(value) => setFilter('accountId', value)}
      />
      <Select
        label="Company"
        hideLabel
        value={filter.companyId ?? ALL}
        options={[{ value: ALL, label: 'All companies' }, ...companies.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => setFilter('companyId', value)}
      />
      {isFiltered(filter) && (
        <Button variant="ghost" icon={<X />} onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </>
  )
}
