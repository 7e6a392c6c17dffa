import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AccountOptions } from '../accounts/account-options.tsx'
import { fieldErrorsOf, type FormProblem } from './problems.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

/** With more accounts than this, their options start collapsed. */
const OPEN_MAX = 2

export interface AccountSectionsProps {
  form: ScheduleForm
  problems: readonly FormProblem[]
  serverProblems: readonly PostProblem[]
  /** Whether accounts can have their own texts. */
  hasOwnTexts: boolean
  onLeave(): void
}

/** The platform options of each selected account. */
export function AccountSections({ form, problems, serverProblems, hasOwnTexts, onLeave }: AccountSectionsProps) {
  const { accounts, choose, setOwn, copyChoices } = form
  return accounts.map((entry) => (
    <AccountOptions
      key={entry.account.id}
      account={entry.account}
      choices={entry.choices}
      facts={entry.facts}
      post={entry.post}
      own={entry.own}
      format={entry.format}
      formats={entry.formats}
      hasOwnTexts={hasOwnTexts}
      errors={{ ...accountError(entry.errors), ...fieldErrorsOf(problems, entry.account.id) }}
      problems={serverProblems.filter(
        ({ accountId, platform }) => accountId === entry.account.accountId && platform === entry.account.platform,
      )}
      othersOnPlatform={accounts.filter(({ account }) => account.platform === entry.account.platform).length - 1}
      onChange={(patch) => choose(entry.account.id, patch)}
      onOwn={(patch) => setOwn(entry.account.id, patch)}
      onCopy={() => copyChoices(entry)}
      onLeave={onLeave}
      startsOpen={accounts.length <= OPEN_MAX}
    />
  ))
}

/** Problems of the account itself are shown at once, not only on submit. */
function accountError({ account }: Record<string, string>): Record<string, string> {
  return account === undefined ? {} : { account }
}
