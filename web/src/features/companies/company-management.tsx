import type { Company } from '@ninesixteen/shared/api/companies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { AffectedPosts } from '../../components/affected-posts.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './companies.module.css'
import { CompanyForm } from './company-form.tsx'
import { bringBackCompanyDrafts, companyDrafts, NEW_COMPANY } from './company-drafts.ts'
import { useSavedNote } from './use-saved-note.ts'

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
      onSuccess: async () => {
        // Photos, slideshows and ideas no longer name it.
        await client.invalidateQueries()
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
      <span className={styles.consequence}>Its photos, slideshows and ideas stay. They just no longer belong to it.</span>
      {company && (
        <AffectedPosts
          of={{ companyId: company.id }}
          becomes={['It goes out as planned, and no longer belongs to it.', 'They go out as planned, and no longer belong to it.']}
        />
      )}
    </ConfirmDialog>
  )
}

/** Settings, General: the companies of a person, one of them open in the form. */
export function CompanyManagement() {
  const { companies, current, loading, failed, loadAgain, choose } = useCurrentCompany()
  const { id: userId } = useSignedIn()
  const [creating, setCreating] = useState(() => {
    bringBackCompanyDrafts(userId)
    return companyDrafts.has(NEW_COMPANY)
  })
  // Cancelled or made: its form has left what was typed behind when it went. Another tab or page does not come through here.
  useEffect(() => {
    if (!creating) companyDrafts.delete(NEW_COMPANY)
  }, [creating])
  const [doomed, setDoomed] = useState<Company | null>(null)
  const { savedId, say } = useSavedNote()
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
          A company gives slideshows its name, its words and its logo.
        </EmptyState>
      )}
      {!creating && companies.length > 0 && (
        <CompanyList companies={companies} selected={selected} onSelect={(company) => choose(company.id)} />
      )}
      {(creating || selected) && !loading && (
        <div className={styles.details}>
          <h3 className={styles.detailsTitle}>{creating ? 'New company' : selected?.name}</h3>
          <CompanyForm
            key={creating ? 'new' : selected?.id}
            company={creating ? null : selected}
            saved={!creating && savedId === selected?.id}
            onSaved={(company) => {
              say(company.id)
              if (!creating) return
              choose(company.id)
              setCreating(false)
            }}
            {...(!creating && companies.length > 1 ? { onDelete: () => setDoomed(selected) } : {})}
          />
        </div>
      )}
      <DeleteCompany
        company={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => {
          const [next] = companies.filter((company) => company.id !== doomed?.id)
          if (next) choose(next.id)
        }}
      />
    </Panel>
  )
}
