import type { Company } from '@ninesixteen/shared/api/companies'
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Plus, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { AffectedPosts } from '../../components/affected-posts.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './companies.module.css'
import { CompanyLooks } from './company-looks.tsx'
import { CompanyForm } from './company-form.tsx'
import { restoreCompanyDrafts, companyDrafts, NEW_COMPANY } from './company-drafts.ts'

const BrandSection = lazyPart(async () => (await import('./brand/brand-section.tsx')).BrandSection, <Skeleton height={240} />)

/** How long 'Saved successfully' is shown. */
const SAVED_MS = 3000

/** The company saved last. The state lives above the form, because a new company gets another form once it is saved. */
function useSavedNote(): { savedId: string | null; showSaved(companyId: string): void } {
  const [saved, setSaved] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (saved === null) return
    const timer = setTimeout(() => setSaved(null), SAVED_MS)
    return () => clearTimeout(timer)
  }, [saved])
  return { savedId: saved?.id ?? null, showSaved: useCallback((id) => setSaved({ id }), []) }
}

interface CompanyListProps {
  companies: readonly Company[]
  selected: Company | null
  onSelect(company: Company): void
}

function CompanyList({ companies, selected, onSelect }: CompanyListProps) {
  return (
    <ul className={styles.list} aria-label="Companies">
      {companies.map((company) => (
        <li key={company.id}>
          <button type="button" className={styles.row} aria-pressed={company.id === selected?.id} onClick={() => onSelect(company)}>
            <CompanyLogo company={company} size={36} />
            <span className={styles.words}>
              <span className={styles.name}>{company.name}</span>
              <span className={styles.description}>{company.description || 'No description'}</span>
            </span>
            {company.id === selected?.id && (
              <span className={styles.selected}>
                <Check aria-hidden="true" /> Selected
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function DeleteCompany({ company, onClose, onDeleted }: { company: Company | null; onClose(): void; onDeleted(): void }) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.companies.remove.mutationOptions({
      onSuccess: async (_, { id }) => {
        // Its brand is gone, though still shown.
        const brand = hashKey(orpc.brands.read.queryOptions({ input: { companyId: id } }).queryKey)
        // Photos, slideshows and ideas no longer name it.
        await client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== brand })
        onDeleted()
      },
      onError: () => notify.error('Failed to delete company. Please try again.'),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open={company !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete company"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => company && remove.mutate({ id: company.id })}
    >
      Are you sure you want to delete "{company?.name}"? This action cannot be undone.
      <span className={styles.consequence}>Its photos, slideshows and ideas stay, without a company.</span>
      {company && (
        <AffectedPosts of={{ companyId: company.id }} becomes={['It still goes out as planned.', 'They still go out as planned.']} />
      )}
    </ConfirmDialog>
  )
}

/** Settings, General: the user's companies, one of them in the form. */
export function CompanyManagement() {
  const { companies, current, loading, failed, loadAgain, choose } = useCurrentCompany()
  const { id: userId } = useSignedIn()
  const [creating, setCreating] = useState(() => {
    restoreCompanyDrafts(userId)
    return companyDrafts.has(NEW_COMPANY)
  })
  // After Cancel or creation: the form left its draft when it unmounted.
  useEffect(() => {
    if (!creating) companyDrafts.delete(NEW_COMPANY)
  }, [creating])
  const [deleting, setDeleting] = useState<Company | null>(null)
  const { savedId, showSaved } = useSavedNote()
  const selected = current ?? companies[0] ?? null
  const toggle = (
    <Button size="small" icon={creating ? <X /> : <Plus />} onClick={() => setCreating(!creating)}>
      {creating ? 'Cancel' : 'Add Company'}
    </Button>
  )
  return (
    <Panel title="Company Management" id="companies-heading" actions={companies.length > 0 || creating ? toggle : undefined}>
      {loading && <Skeleton height={160} />}
      {failed && (
        <>
          <Notice kind="bad">Failed to load companies</Notice>
          <Button size="small" className={styles.again} onClick={loadAgain}>
            Try again
          </Button>
        </>
      )}
      {!loading && !failed && companies.length === 0 && !creating && (
        <EmptyState level={3} title="No company yet" ghost="none" action={toggle}>
          Slideshows written for a company use its name, description and logo.
        </EmptyState>
      )}
      {!creating && companies.length > 0 && (
        <CompanyList companies={companies} selected={selected} onSelect={(company) => choose(company.id)} />
      )}
      {!creating && selected && !loading && <BrandSection key={`brand-${selected.id}`} company={selected} />}
      {!creating && selected && !loading && <CompanyLooks company={selected} />}
      {(creating || selected) && !loading && (
        <div className={styles.details}>
          <h3 className={styles.detailsTitle}>{creating ? 'New company' : selected?.name}</h3>
          <CompanyForm
            key={creating ? 'new' : selected?.id}
            company={creating ? null : selected}
            saved={!creating && savedId === selected?.id}
            onSaved={(company) => {
              showSaved(company.id)
              if (!creating) return
              choose(company.id)
              setCreating(false)
            }}
            {...(!creating && companies.length > 1 ? { onDelete: () => setDeleting(selected) } : {})}
          />
        </div>
      )}
      <DeleteCompany
        company={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          const [next] = companies.filter((company) => company.id !== deleting?.id)
          if (next) choose(next.id)
        }}
      />
    </Panel>
  )
}
