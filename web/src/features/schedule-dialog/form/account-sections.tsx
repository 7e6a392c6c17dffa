import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AccountOptions } from '../accounts/account-options.tsx'
import { fieldErrorsOf, type FormProblem } from './problems.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

/** With more accounts than this, their options start collapsed. */
const OPEN_MOST = 2

export interface AccountSectionsProps {
  form: ScheduleForm
  problems: readonly FormProblem[]
  said: readonly PostProblem[]
  /** Whether accounts can have texts of their own. */
  hasOwnTexts: boolean
  onLeave(): void
}

/** The platform options of each selected account. */
export function AccountSections({ form, problems, said, hasOwnTexts, onLeave }: AccountSectionsProps) {
  const { accounts, choose, setOwn, copyChoices } = form
  return accounts.map((one) => (
    <AccountOptions
      key={one.account.id}
      account={one.account}
      chosen={one.chosen}
      facts={one.facts}
      post={one.post}
      own={one.own}
      format={one.format}
      taken={one.taken}
      hasOwnTexts={hasOwnTexts}
      errors={{ ...accountError(one.errors), ...fieldErrorsOf(problems, one.account.id) }}
      problems={said.filter(({ accountId, platform }) => accountId === one.account.accountId && platform === one.account.platform)}
      alike={accounts.filter(({ account }) => account.platform === one.account.platform).length - 1}
      onChange={(patch) => choose(one.account.id, patch)}
      onOwn={(patch) => setOwn(one.account.id, patch)}
      onCopy={() => copyChoices(one)}
      onLeave={onLeave}
      startsOpen={accounts.length <= OPEN_MOST}
    />
  ))
}

/** Problems of the account itself are shown at once, not only on submit. */
function accountError({ account }: Record<string, string>): Record<string, string> {
  return account === undefined ? {} : { account }
}
