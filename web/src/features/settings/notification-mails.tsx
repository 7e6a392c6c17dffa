import type { Me } from '@ninesixteen/shared/api/account'
import { useSignedIn } from '../../app/session.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './appearance.module.css'
import { useSaveSettings } from '../../app/use-save-settings.ts'

type Mails = Pick<Me['settings'], 'mailFailed' | 'mailAttention' | 'mailHandOver'>

const SWITCHES: { name: keyof Mails; label: string; hint: string }[] = [
  { name: 'mailFailed', label: 'A post failed', hint: 'Why, and how to fix it.' },
  { name: 'mailAttention', label: 'Something needs my attention', hint: 'For example, an account that has to be connected again.' },
  { name: 'mailHandOver', label: 'A post is ready for me to publish', hint: 'With the link to its slides and caption.' },
]

/** Settings, General: which notices come by mail too. */
export function NotificationMails() {
  const { demo } = useSignedIn()
  const { settings, save } = useSaveSettings()
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
            onChange={(checked) => save({ [name]: checked })}
          />
        ))}
      </div>
    </Panel>
  )
}
