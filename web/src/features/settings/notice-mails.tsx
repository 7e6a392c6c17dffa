import type { Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './appearance.module.css'

type Mails = Pick<Me['settings'], 'mailFailed' | 'mailAttention' | 'mailHandOver'>

const SWITCHES: { name: keyof Mails; label: string; hint: string }[] = [
  { name: 'mailFailed', label: 'A post failed', hint: 'Why, and how to mend it.' },
  { name: 'mailAttention', label: 'Something needs me', hint: 'For example, an account that has to be connected again.' },
  { name: 'mailHandOver', label: 'A post is ready for me to publish', hint: 'With the link to its slides and caption.' },
]

/** Settings, General: which notices come by mail too. */
export function NoticeMails() {
  const { settings, demo } = useSignedIn()
  const client = useQueryClient()
  const show = (mails: Partial<Mails>) =>
    client.setQueryData<Me | null>(meKey, (me) => me && { ...me, settings: { ...me.settings, ...mails } })
  const save = useMutation({
    mutationFn: (mails: Partial<Mails>) => api.account.updateSettings(mails),
    onMutate: (mails) => {
      show(mails)
      return settings
    },
    onError: (_cause, mails, before) => {
      const names = SWITCHES.map(({ name }) => name).filter((name) => name in mails)
      if (before) show(Object.fromEntries(names.map((name) => [name, before[name]])))
      notify.error('Failed to update settings')
    },
  })
  return (
    <Panel title="Email notices" id="mails-heading">
      <p className={styles.lead}>
        {demo
          ? 'A demo has no mailbox: its notices appear under the bell only.'
          : 'All notices appear under the bell. You get at most one email an hour about the same thing.'}
      </p>
      <div className={styles.switches}>
        {SWITCHES.map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={settings[name] && !demo}
            disabled={demo !== null}
            onChange={(checked) => save.mutate({ [name]: checked })}
          />
        ))}
      </div>
    </Panel>
  )
}
