import { ruleSummary } from '@ninesixteen/shared/time/recurrence-rule'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { Button } from '../../../components/button.tsx'
import { CheckboxField } from '../../../components/checkbox-field.tsx'
import { DialogCancel } from '../../../components/discard-guard.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useMediaQuery } from '../../../components/use-media-query.ts'
import { useCovers } from '../../../components/use-covers.ts'
import styles from './form.module.css'
import { chosenInstant, recurrenceRuleOf } from './post-time.ts'
import type { ScheduleValues, When } from './schedule-values.ts'
import type { ScheduleForm } from './use-schedule-form.ts'
import type { Rejection } from './rejection.ts'

export interface FormFooterProps {
  form: ScheduleForm
  busy: boolean
  /** The form edits an existing post. */
  isFixed: boolean
  notAgreed: string | null
  rejection: Rejection | null
  /** The slideshow is missing, and this form can't choose another. */
  missingProject: string | null
}

const LABELS: Record<When, [idle: string, busy: string]> = {
  time: ['Schedule Post', 'Scheduling...'],
  now: ['Post now', 'Posting...'],
  draft: ['Save draft', 'Saving...'],
}

/** Like `2 posts on Nov 22, 2026 at 09:05 AM`. */
export function scheduleSummary(values: ScheduleValues): string {
  const { accounts, when, zone } = values
  if (accounts.length === 0) return ''
  const posts = accounts.length === 1 ? '1 post' : `${accounts.length} posts`
  if (when === 'now') return `${posts}, now`
  if (when === 'draft') return `${posts}, without a time`
  const at = chosenInstant(values)
  if (!at) return posts
  const rule = recurrenceRuleOf(values)
  const words = `${posts} on ${shownMoment(at, zone)}`
  return rule === null ? words : `${words}, then ${ruleSummary(rule).replace(/^./, (first) => first.toLowerCase())}`
}

/** Consents, errors and the submit button. Stays visible while the fields scroll. */
export function FormFooter({ form, busy, isFixed, notAgreed, rejection, missingProject }: FormFooterProps) {
  const { values, consents, set } = form
  const [idleLabel, busyLabel] = isFixed && values.when !== 'now' ? ['Save Changes', 'Saving...'] : LABELS[values.when]
  const isPhone = useMediaQuery('(max-width: 640px)')
  const consentFields =
    values.when !== 'draft' &&
    consents.map(({ platform, words }) => (
      <CheckboxField
        key={platform}
        label={words}
        error={notAgreed}
        checked={values.agreed[platform] === true}
        onChange={(agreed) => set({ agreed: { ...values.agreed, [platform]: agreed } })}
      />
    ))
  return (
    <>
      {/* A phone leaves its height to the fields. */}
      {isPhone && <div className={styles.consents}>{consentFields}</div>}
      <footer ref={useCovers('bottom')} className={styles.footer}>
        {!isPhone && consentFields}
        {missingProject !== null && <Notice kind="bad">{missingProject}</Notice>}
        {rejection && (
          <Notice kind="bad">
            {rejection.message} {rejection.reason}
          </Notice>
        )}
        <div className={styles.actions}>
          <p className={styles.order}>{scheduleSummary(values)}</p>
          <DialogCancel />
          <Button variant="primary" type="submit" busy={busy}>
            {busy ? busyLabel : idleLabel}
          </Button>
        </div>
      </footer>
    </>
  )
}
