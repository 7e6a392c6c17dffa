import type { OperatorSettings } from '@ninesixteen/shared/api/operator'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { inFull } from './amounts.ts'
import styles from './operator.module.css'

type Changes = Parameters<typeof api.operator.changeSettings>[0]
type SignUp = OperatorSettings['now']['signUp']

const SIGN_UPS: { value: SignUp; label: string; detail: string }[] = [
  { value: 'open', label: 'Open', detail: 'Anyone can sign up' },
  { value: 'invited', label: 'By invitation', detail: 'People with an invitation link' },
  { value: 'closed', label: 'Closed', detail: 'No new accounts' },
]

function useChange(doneText: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: Changes) => api.operator.changeSettings(changes),
    onSuccess: () => notify.ok(doneText),
    onError: (error) => notify.error('The setting was not changed', errorText(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: orpc.operator.key() })
      await client.invalidateQueries({ queryKey: orpc.account.publicConfig.key() })
    },
  })
}

/** Settings that operators change while the product runs. They apply at once, in every process. */
export function InstanceSettings() {
  const settings = useQuery(orpc.operator.settings.queryOptions({ staleTime: 0 }))
  return (
    <Panel title="Settings" id="operator-settings-heading">
      <p className={styles.lead}>Changes apply at once, for every user. All other settings are read when the server starts.</p>
      {settings.isPending && <Skeleton height={240} radius="12px" />}
      {settings.isError && <Notice kind="bad">{errorText(settings.error)}</Notice>}
      {settings.data && (
        <div className={styles.settings}>
          <SignUpSetting settings={settings.data} />
          <AmountSetting
            key={`tokens ${settings.data.now.dailyTokens}`}
            name="dailyTokens"
            label="AI tokens per user per day"
            settings={settings.data}
          />
          <AmountSetting
            key={`quota ${settings.data.now.storageQuotaMb}`}
            name="storageQuotaMb"
            label="Storage per user, in megabytes"
            settings={settings.data}
          />
        </div>
      )}
    </Panel>
  )
}

function SignUpSetting({ settings: { now, given: defaults } }: { settings: OperatorSettings }) {
  const change = useChange('Sign-up changed')
  const defaultLabel = SIGN_UPS.find(({ value }) => value === defaults.signUp)?.label ?? defaults.signUp
  return (
    <div className={styles.setting}>
      <Select<SignUp>
        label="Who can sign up"
        value={change.isPending ? (change.variables.signUp ?? defaults.signUp) : now.signUp}
        options={SIGN_UPS}
        hint={now.signUp === defaults.signUp ? null : `SIGN_UP says: ${defaultLabel}.`}
        onChange={(signUp) => signUp !== now.signUp && change.mutate({ signUp: signUp === defaults.signUp ? null : signUp })}
      />
    </div>
  )
}

interface AmountSettingProps {
  name: 'dailyTokens' | 'storageQuotaMb'
  label: string
  settings: OperatorSettings
}

const VARIABLES = { dailyTokens: 'AI_DAILY_TOKENS', storageQuotaMb: 'STORAGE_QUOTA_MB' }

/** A whole number, with a button to reset it to the environment's value. */
function AmountSetting({ name, label, settings: { now, given: defaults } }: AmountSettingProps) {
  const change = useChange(`${label}: changed`)
  const [typed, setTyped] = useState(String(now[name]))
  const amount = /^\d{1,10}$/.test(typed.trim()) ? Number(typed) : null
  const isInvalid = amount === null || amount < 1
  const isChanged = now[name] !== defaults[name]
  return (
    <form
      className={styles.setting}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isInvalid && amount !== now[name]) change.mutate({ [name]: amount })
      }}
    >
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isInvalid ? 'Enter a whole number, 1 or more.' : null}
        hint={isChanged ? `${VARIABLES[name]} says: ${inFull(defaults[name])}.` : null}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.settingButtons}>
        <Button type="submit" busy={change.isPending} disabled={isInvalid || amount === now[name]}>
          Change
        </Button>
        {isChanged && (
          <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate({ [name]: null })}>
            Back to {inFull(defaults[name])}
          </Button>
        )}
      </div>
    </form>
  )
}
