import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PlanBrief } from '@ninesixteen/shared/api/content-plan'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { consentFor, POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { orpc } from '../../api/client.ts'
import { connectPath } from '../../app/connect-return.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { TextField } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import styles from './content-plan.module.css'
import { briefPath, keepBrief } from './kept-brief.ts'

/** Sets the weekly times of an account, which another feature contributes. */
export type PostingTimesForm = ComponentType<{ zone: string; accountId?: string; onSaved?(id: string): void; onClose(): void }>

const matchesAccount =
  ({ platform, accountId }: Pick<ConnectedAccount, 'platform' | 'accountId'>) =>
  (one: { platform: string; accountId: string }) =>
    one.platform === platform && one.accountId === accountId

interface AccountFieldsProps {
  brief: PlanBrief
  accounts: readonly ConnectedAccount[]
  times: readonly { platform: string; accountId: string; slots: readonly unknown[] }[]
  PostingTimes: PostingTimesForm
  onChange(patch: Partial<PlanBrief>): void
}

/** The accounts of the plan, each with its weekly times and whether silence approves. */
export function AccountFields({ brief, accounts, times, PostingTimes, onChange }: AccountFieldsProps) {
  const cache = useQueryClient()
  const [zone] = useTimeZone()
  const [timedId, setTimedId] = useState<string | null>(null)
  return (
    <fieldset className={styles.fields}>
      <legend>Accounts</legend>
      {accounts.length === 0 && (
        <p>
          <Link to={connectPath(briefPath(brief.companyId))} onClick={() => keepBrief(brief)}>
            Connect an account in the settings
          </Link>{' '}
          first. We keep this brief.
        </p>
      )}
      {timedId !== null && (
        <PostingTimes
          zone={zone}
          accountId={timedId}
          onSaved={() => void cache.invalidateQueries({ queryKey: orpc.contentPlan.estimate.key() })}
          onClose={() => setTimedId(null)}
        />
      )}
      {accounts.map((account) => {
        const { platform, accountId } = account
        const perWeek = times.find(matchesAccount(account))?.slots.length ?? 0
        const planAccount = brief.accounts.find(matchesAccount(account))
        const otherAccounts = brief.accounts.filter((one) => !matchesAccount(account)(one))
        const [format] = POST_FORMS[platform].formats
        const patch = (change: Partial<PlanBrief['accounts'][number]>) =>
          onChange({ accounts: [...otherAccounts, { platform, accountId, format, silenceHours: null, ...planAccount, ...change }] })
        return (
          <div key={account.id} className={styles.fields}>
            <div className={styles.planAccount}>
              <CheckboxField
                label={`@${account.username} on ${PLATFORMS[platform].label}`}
                hint={
                  perWeek === 0
                    ? 'No weekly posting times yet.'
                    : `${perWeek} ${perWeek === 1 ? 'post' : 'posts'} a week, at its posting times`
                }
                disabled={perWeek === 0}
                checked={planAccount !== undefined}
                onChange={(isOn) => (isOn ? patch({}) : onChange({ accounts: otherAccounts }))}
              />
              <Button
                size="small"
                variant={perWeek === 0 ? 'secondary' : 'ghost'}
                className={styles.times}
                aria-label={`${perWeek === 0 ? 'Set posting times' : 'Change times'} of @${account.username} on ${PLATFORMS[platform].label}`}
                onClick={() => setTimedId(account.id)}
              >
                {perWeek === 0 ? 'Set posting times' : 'Change times'}
              </Button>
            </div>
            {planAccount && consentFor(platform, {}) === null && (
              <TextField
                label={`Approve by silence on ${PLATFORMS[platform].label}, after hours`}
                hint="Empty to wait for you."
                type="number"
                min={1}
                value={planAccount.silenceHours === null ? '' : String(planAccount.silenceHours)}
                onChange={({ target }) =>
                  patch({ silenceHours: target.value === '' ? null : Math.max(1, Math.round(Number(target.value))) })
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
