import type { Company } from '@ninesixteen/shared/api/companies'
import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { LOOKS } from '@ninesixteen/shared/looks/looks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { classNames } from '../../components/class-names.ts'
import { notify } from '../../components/toast.tsx'
import styles from './companies.module.css'

const LABELS = Object.fromEntries(LOOK_IDS.map((id) => [id, LOOKS[id].label])) as Record<LookId, string>

/** The looks that content plans and "Surprise me" choose from, saved with each click. */
export function CompanyLooks({ company }: { company: Company }) {
  const client = useQueryClient()
  const save = useMutation(
    orpc.companies.update.mutationOptions({
      onError: (error) => notify.error(errorText(error)),
      onSettled: () => client.invalidateQueries({ queryKey: orpc.companies.list.key() }),
    }),
  )
  const allowed = (save.isPending ? save.variables.allowedLooks : undefined) ?? company.allowedLooks
  return (
    <section className={classNames(styles.details, styles.looks)} aria-labelledby="company-looks-heading">
      <h3 id="company-looks-heading" className={styles.detailsTitle}>
        Looks
      </h3>
      <p className={styles.looksHint}>
        Content plans and “Surprise me” use these, and the generator shows them first. Choose none for all.
      </p>
      <CheckboxGroup
        label="Looks to use"
        options={LOOK_IDS}
        labels={LABELS}
        value={allowed}
        error={null}
        onChange={(allowedLooks) => save.mutate({ id: company.id, allowedLooks: [...allowedLooks] })}
      />
    </section>
  )
}
